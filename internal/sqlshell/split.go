package sqlshell

import "strings"

// statement is the text of one statement without its semicolon, and where in
// its source it begins; both count from 1.
type statement struct {
	text      string
	line, col int
}

// splitter cuts a source into statements. It is fed line by line, so that a
// prompt can say whether a statement is still open.
type splitter struct {
	state    lexState
	depth    int    // of nested block comments
	tag      string // of a dollar-quoted text
	text     strings.Builder
	empty    bool // nothing but blanks and comments so far
	begun    bool // a statement's first line and column are set
	line     int  // lines fed
	at       statement
	complete []statement
}

type lexState int

const (
	plain lexState = iota
	quoted
	escaped // '…' with backslashes, written e'…'
	identifier
	lineComment
	blockComment
	dollar
)

func newSplitter() *splitter { return &splitter{empty: true} }

// feed takes the next line, its line end included.
func (p *splitter) feed(line string) []statement {
	p.line++
	p.complete = nil
	if p.state == lineComment {
		p.state = plain
	}
	for i := 0; i < len(line); {
		if p.state == plain && line[i] == ';' {
			p.finish()
			i++
			continue
		}
		comment := p.inComment()
		n := p.step(line[i:], line[:i])
		p.keep(line[i:i+n], i, comment || p.inComment())
		i += n
	}
	return p.complete
}

// rest is what is left without a semicolon at the end of the source.
func (p *splitter) rest() []statement {
	p.complete = nil
	p.finish()
	return p.complete
}

// open says whether a statement has begun and not ended.
func (p *splitter) open() bool { return !p.empty || p.state != plain }

func (p *splitter) inComment() bool { return p.state == lineComment || p.state == blockComment }

func (p *splitter) keep(text string, at int, comment bool) {
	blank := strings.TrimSpace(text) == ""
	if !p.begun {
		if blank {
			return
		}
		p.begun = true
		p.at = statement{line: p.line, col: at + 1}
	}
	if !blank && !comment {
		p.empty = false
	}
	p.text.WriteString(text)
}

func (p *splitter) finish() {
	if !p.empty {
		p.at.text = strings.TrimRight(p.text.String(), " \t\r\n")
		p.complete = append(p.complete, p.at)
	}
	p.text.Reset()
	p.empty, p.begun = true, false
}

// step advances over what follows, given what stood before it on the line, and
// returns its length; it changes the state where something begins or ends.
func (p *splitter) step(rest, before string) int {
	switch p.state {
	case plain:
		return p.stepPlain(rest, before)
	case quoted:
		return p.stepQuoted(rest, '\'', false)
	case escaped:
		return p.stepQuoted(rest, '\'', true)
	case identifier:
		return p.stepQuoted(rest, '"', false)
	case blockComment:
		return p.stepBlock(rest)
	case dollar:
		if strings.HasPrefix(rest, p.tag) {
			p.state = plain
			return len(p.tag)
		}
	}
	return 1
}

func (p *splitter) stepPlain(rest, before string) int {
	switch {
	case rest[0] == '\'':
		p.state = quoted
		if n := len(before); n > 0 && (before[n-1] == 'e' || before[n-1] == 'E') && (n == 1 || !isWord(before[n-2])) {
			p.state = escaped
		}
	case rest[0] == '"':
		p.state = identifier
	case strings.HasPrefix(rest, "--"):
		p.state = lineComment
		return 2
	case strings.HasPrefix(rest, "/*"):
		p.state, p.depth = blockComment, 1
		return 2
	case rest[0] == '$':
		if n := len(before); n > 0 && isWord(before[n-1]) {
			return 1
		}
		if tag := dollarTag(rest); tag != "" {
			p.state, p.tag = dollar, tag
			return len(tag)
		}
	}
	return 1
}

func (p *splitter) stepQuoted(rest string, mark byte, backslash bool) int {
	switch {
	case backslash && rest[0] == '\\' && len(rest) > 1:
		return 2
	case rest[0] == mark && len(rest) > 1 && rest[1] == mark:
		return 2
	case rest[0] == mark:
		p.state = plain
	}
	return 1
}

func (p *splitter) stepBlock(rest string) int {
	switch {
	case strings.HasPrefix(rest, "/*"):
		p.depth++
		return 2
	case strings.HasPrefix(rest, "*/"):
		if p.depth--; p.depth == 0 {
			p.state = plain
		}
		return 2
	}
	return 1
}

// dollarTag is the opening of a dollar-quoted text, such as $$ or $body$.
func dollarTag(rest string) string {
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '$':
			return rest[:i+1]
		case !isWord(c) || i == 1 && c >= '0' && c <= '9':
			return ""
		}
	}
	return ""
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
