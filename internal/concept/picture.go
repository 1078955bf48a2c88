package concept

import (
	"fmt"
	"html"
	"io"
	"sort"
	"strings"
)

// Node is a concept or a source table in the graph.
type Node struct {
	Name  string   `json:"name"`
	Layer string   `json:"layer"` // source, derived, step or target
	Depth int      `json:"depth"` // 0 for sources; one more than the deepest it reads
	Reads []string `json:"reads"`
}

// Graph is which concept reads what.
type Graph struct {
	Nodes []Node `json:"nodes"`
}

// Graph returns the graph below the wanted concepts, or of the whole edition.
func (lib *Library) Graph(e *Edition, wanted ...string) (*Graph, error) {
	if len(wanted) == 0 {
		wanted = append(lib.Names(e, Derived), lib.Names(e, Target)...)
	}
	order, err := lib.Order(e, wanted...)
	if err != nil {
		return nil, err
	}
	graph := &Graph{}
	depth := map[string]int{}
	for _, c := range order {
		rendered, err := lib.Render(c.Name, e, plainNames)
		if err != nil {
			return nil, err
		}
		for _, s := range rendered.Sources {
			if _, seen := depth[s]; !seen {
				depth[s] = 0
				graph.Nodes = append(graph.Nodes, Node{Name: s, Layer: "source"})
			}
		}
		node := Node{Name: c.Name, Layer: string(c.Header.Layer), Reads: append(rendered.Refs, rendered.Sources...)}
		for _, r := range node.Reads {
			node.Depth = max(node.Depth, depth[r]+1)
		}
		depth[c.Name] = node.Depth
		graph.Nodes = append(graph.Nodes, node)
	}
	sort.SliceStable(graph.Nodes, func(i, j int) bool { return graph.Nodes[i].Depth < graph.Nodes[j].Depth })
	return graph, nil
}

// WriteText lists what each concept reads, sources last.
func (g *Graph) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, n := range g.Nodes {
		if n.Layer != "source" {
			fmt.Fprintf(&b, "%s ← %s\n", n.Name, strings.Join(n.Reads, ", "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const (
	nodeWidth, nodeHeight = 190, 22
	columnGap, rowGap     = 90, 8
)

// WriteSVG draws the graph with sources on the left and one column a depth.
func (g *Graph) WriteSVG(w io.Writer) error {
	x, y := map[string]int{}, map[string]int{}
	rows := map[int]int{}
	columns, tallest := 0, 0
	for _, n := range g.Nodes {
		x[n.Name] = 10 + n.Depth*(nodeWidth+columnGap)
		y[n.Name] = 10 + rows[n.Depth]*(nodeHeight+rowGap)
		rows[n.Depth]++
		columns, tallest = max(columns, n.Depth+1), max(tallest, rows[n.Depth])
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="11">`+"\n",
		columns*(nodeWidth+columnGap)-columnGap+20, tallest*(nodeHeight+rowGap)+20)
	fmt.Fprintf(&b, "<title>Which concept reads which</title>\n<desc>%d nodes; sources on the left, every concept to the right of what it reads</desc>\n", len(g.Nodes))
	for _, n := range g.Nodes {
		for _, r := range n.Reads {
			x1, y1 := x[r]+nodeWidth, y[r]+nodeHeight/2
			x2, y2 := x[n.Name], y[n.Name]+nodeHeight/2
			fmt.Fprintf(&b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#8a94a3" stroke-opacity=".45"><title>%s reads %s</title></path>`+"\n",
				x1, y1, x1+columnGap/2, y1, x2-columnGap/2, y2, x2, y2, html.EscapeString(n.Name), html.EscapeString(r))
		}
	}
	fill := map[string]string{"source": "#e8ebf0", "derived": "#dcecf7", "step": "#f5efdc", "target": "#dff2e1"}
	for _, n := range g.Nodes {
		fmt.Fprintf(&b, `<g><rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="%s" stroke="#5b6675"/><text x="%d" y="%d">%s</text></g>`+"\n",
			x[n.Name], y[n.Name], nodeWidth, nodeHeight, fill[n.Layer], x[n.Name]+7, y[n.Name]+15, html.EscapeString(n.Name))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
