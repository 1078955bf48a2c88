package concept

import (
	"fmt"
	"strings"
	"text/template"
	"text/template/parse"
)

// Names decides how refs and sources are spelled in rendered SQL.
type Names struct {
	Ref    func(*Concept) string
	Source func(table string) string
}

// Rendered is a concept's SQL for one edition.
type Rendered struct {
	Concept *Concept
	SQL     string   // one SELECT, without the header
	Refs    []string // concepts it reads, in order of first use
	Sources []string // tables it reads, as the template names them
	Choices []string // choice points it went through
}

// Render gives the SQL of one concept for an edition.
func (lib *Library) Render(name string, e *Edition, names Names) (*Rendered, error) {
	c, err := lib.Get(name)
	if err != nil {
		return nil, err
	}
	r := &renderer{lib: lib, edition: e, names: names, out: &Rendered{Concept: c}}
	r.out.SQL, err = r.execute(c.body)
	if err != nil {
		return nil, fmt.Errorf("render %s for edition %s: %w", name, e.ID, err)
	}
	r.out.SQL = tidy(r.out.SQL)
	return r.out, nil
}

type renderer struct {
	lib     *Library
	edition *Edition
	names   Names
	out     *Rendered
}

// parseFuncs lets templates parse before the renderer's own functions are known.
var parseFuncs = template.FuncMap{
	"ref":    func(string) string { return "" },
	"source": func(string) string { return "" },
	"choice": func(string, ...string) string { return "" },
	"is":     func(string, string) bool { return false },
}

func (r *renderer) execute(t *template.Template) (string, error) {
	bound, err := t.Clone()
	if err != nil {
		return "", err
	}
	bound.Funcs(template.FuncMap{"ref": r.ref, "source": r.source, "choice": r.choice, "is": r.is})
	var sql strings.Builder
	if err := bound.Execute(&sql, nil); err != nil {
		return "", err
	}
	return sql.String(), nil
}

func (r *renderer) ref(name string) (string, error) {
	c, err := r.lib.Get(name)
	if err != nil {
		return "", err
	}
	if r.edition.lacks(name) {
		return "", fmt.Errorf("edition %s has no table %s", r.edition.ID, name)
	}
	r.out.Refs = once(r.out.Refs, name)
	return r.names.Ref(c), nil
}

func (r *renderer) source(table string) string {
	r.out.Sources = once(r.out.Sources, table)
	return r.names.Source(table)
}

func (r *renderer) choice(id string, args ...string) (string, error) {
	option, err := r.chosen(id)
	if err != nil {
		return "", err
	}
	text := option.Value
	for i := len(args); i >= 1; i-- {
		text = strings.ReplaceAll(text, fmt.Sprintf("$%d", i), args[i-1])
	}
	if !strings.Contains(text, "{{") {
		return text, nil
	}
	t, err := template.New(id).Funcs(parseFuncs).Parse(text)
	if err != nil {
		return "", fmt.Errorf("choice %s: %w", id, err)
	}
	return r.execute(t)
}

func (r *renderer) is(id, option string) (bool, error) {
	chosen, err := r.chosen(id)
	if err != nil {
		return false, err
	}
	return chosen.ID == option, nil
}

func (r *renderer) chosen(id string) (*Option, error) {
	c, ok := r.lib.choices[id]
	if !ok {
		return nil, fmt.Errorf("choice %q is not declared", id)
	}
	option := r.edition.Chosen(c)
	if option == nil {
		return nil, fmt.Errorf("edition %s takes an unknown option of choice %s", r.edition.ID, id)
	}
	r.out.Choices = once(r.out.Choices, id)
	return option, nil
}

func once(list []string, item string) []string {
	for _, have := range list {
		if have == item {
			return list
		}
	}
	return append(list, item)
}

// tidy removes the blank lines and trailing blanks that template branches leave.
func tidy(sql string) string {
	var out []string
	for _, line := range strings.Split(sql, "\n") {
		line = strings.TrimRight(line, " \t")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n")) + "\n"
}

// call is one use of a template function with literal arguments.
type call struct{ function, argument, option string }

// calls finds every function call in a template, branches not taken included.
func calls(node parse.Node) []call {
	var found []call
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return nil
		}
		for _, child := range n.Nodes {
			found = append(found, calls(child)...)
		}
	case *parse.ActionNode:
		found = calls(n.Pipe)
	case *parse.IfNode:
		found = append(calls(n.Pipe), append(calls(n.List), calls(n.ElseList)...)...)
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			found = append(found, calls(c)...)
		}
	case *parse.CommandNode:
		found = commandCalls(n)
	}
	return found
}

func commandCalls(n *parse.CommandNode) []call {
	var found []call
	var literals []string
	for _, arg := range n.Args[1:] {
		switch a := arg.(type) {
		case *parse.StringNode:
			literals = append(literals, a.Text)
		default:
			found = append(found, calls(arg)...)
		}
	}
	name, ok := n.Args[0].(*parse.IdentifierNode)
	if !ok {
		return append(found, calls(n.Args[0])...)
	}
	if len(literals) > 0 {
		c := call{function: name.Ident, argument: literals[0]}
		if len(literals) > 1 {
			c.option = literals[1]
		}
		found = append(found, c)
	}
	return found
}
