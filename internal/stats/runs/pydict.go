package runs

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseRates reads the match rates of a published index: a Python dictionary
// literal such as {'sofa': 1.0, 'cns': 0.93}. JSON objects are read as well,
// being nearly the same. Order is kept.
func ParseRates(text string) ([]Rate, error) {
	p := &literal{text: text}
	rates, err := p.dictionary()
	if err != nil {
		return nil, fmt.Errorf("not a dictionary of numbers: %w", err)
	}
	return rates, nil
}

// literal is a cursor over the text of a dictionary.
type literal struct {
	text string
	at   int
}

func (p *literal) dictionary() ([]Rate, error) {
	if err := p.expect('{'); err != nil {
		return nil, err
	}
	var rates []Rate
	seen := map[string]bool{}
	for p.peek() != '}' {
		rate, err := p.entry()
		if err != nil {
			return nil, err
		}
		if seen[rate.Column] {
			return nil, p.errorf("column %q appears twice", rate.Column)
		}
		seen[rate.Column] = true
		rates = append(rates, rate)
		if p.peek() != ',' {
			break
		}
		p.at++
	}
	if err := p.expect('}'); err != nil {
		return nil, err
	}
	if p.peek() != 0 {
		return nil, p.errorf("text after the closing brace")
	}
	return rates, nil
}

func (p *literal) entry() (Rate, error) {
	name, err := p.quoted()
	if err != nil {
		return Rate{}, err
	}
	if err := p.expect(':'); err != nil {
		return Rate{}, err
	}
	value, err := p.number()
	return Rate{Column: name, Value: value}, err
}

// peek returns the next character that is no blank, or 0 at the end.
func (p *literal) peek() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *literal) expect(want byte) error {
	got := p.peek()
	if got == want {
		p.at++
		return nil
	}
	if got == 0 {
		return p.errorf("it ends where %q is due", string(want))
	}
	return p.errorf("%q where %q is due", string(got), string(want))
}

var escapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', '/': '/', 'n': '\n', 't': '\t'}

// quoted reads a string in single or double quotes with the escapes of Python
// that a column name may have.
func (p *literal) quoted() (string, error) {
	quote := p.peek()
	if quote != '\'' && quote != '"' {
		return "", p.errorf("a quoted column name is due")
	}
	p.at++
	var name strings.Builder
	for p.at < len(p.text) {
		c := p.text[p.at]
		p.at++
		switch {
		case c == quote:
			return Printable(name.String()), nil
		case c == '\\' && p.at < len(p.text):
			plain, known := escapes[p.text[p.at]]
			if !known {
				return "", p.errorf("escape \\%s is not supported in a column name", string(p.text[p.at]))
			}
			name.WriteByte(plain)
			p.at++
		default:
			name.WriteByte(c)
		}
	}
	return "", p.errorf("the quote is never closed")
}

// number reads a rate: a number, or None/null/nan for one that is not known.
func (p *literal) number() (float64, error) {
	p.peek()
	end := p.at
	for end < len(p.text) && strings.IndexByte(",} \t\r\n", p.text[end]) < 0 {
		end++
	}
	word := p.text[p.at:end]
	switch word {
	case "None", "null", "nan", "NaN":
		p.at = end
		return math.NaN(), nil
	}
	value, err := strconv.ParseFloat(word, 64)
	if err != nil || strings.ContainsAny(word, "xX_iIpP") {
		return 0, p.errorf("%q is not a number", word)
	}
	if value < 0 || value > 1 {
		return 0, p.errorf("a match rate of %s is not in 0 to 1", word)
	}
	p.at = end
	return value, nil
}

func (p *literal) errorf(format string, args ...any) error {
	return fmt.Errorf("%s (at character %d)", fmt.Sprintf(format, args...), p.at+1)
}
