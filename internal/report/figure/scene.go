// Package figure draws. A Scene is a list of marks in points; it is written as
// SVG, for a page or a file, or as PDF. Marks with a label can be reached by
// keyboard and are read out; what has none is decoration.
package figure

// Scene is a drawing.
type Scene struct {
	Width, Height      float64
	Title, Description string // read to people who cannot see it
	Marks              []Mark
}

// Mark is shapes that mean one thing.
type Mark struct {
	Label  string // what it says; empty for decoration
	Shapes []Shape
}

// Shape is a Line, Rect, Circle, Polygon, Path or Text.
type Shape interface{ shape() }

// Color of a shape. A named color follows the page's theme where there is one.
type Color struct{ Name, Hex string }

// The colors of figures. Gain and loss differ in lightness too, so that they
// can be told apart without color.
var (
	None    = Color{}
	Ink     = Color{"ink", "#1c2530"}
	Muted   = Color{"muted", "#5d6b7a"}
	Grid    = Color{"grid", "#dfe4ea"}
	Surface = Color{"surface", "#ffffff"}
	Gain    = Color{"gain", "#0f766e"}
	Loss    = Color{"loss", "#c2410c"}
	Accent  = Color{"accent", "#1d4ed8"}
	Second  = Color{"second", "#a16207"}
	Third   = Color{"third", "#7e22ce"}
	Fourth  = Color{"fourth", "#be185d"}
)

// Series is the color of the i-th series.
func Series(i int) Color { return []Color{Accent, Second, Third, Fourth, Gain, Loss}[i%6] }

// Point of a path.
type Point struct{ X, Y float64 }

// Line is straight.
type Line struct {
	X1, Y1, X2, Y2 float64
	Color          Color
	Width          float64
	Dashed         bool
}

// Rect is upright.
type Rect struct {
	X, Y, W, H float64
	Fill       Color
	Stroke     Color
}

// Circle around a point.
type Circle struct {
	X, Y, R float64
	Fill    Color
	Stroke  Color
}

// Polygon is closed and filled.
type Polygon struct {
	Points []Point
	Fill   Color
}

// Path is an open line through points.
type Path struct {
	Points []Point
	Color  Color
	Width  float64
}

// Anchor says which end of a text its point is.
type Anchor string

// Anchors of a text.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Text has its baseline at Y.
type Text struct {
	X, Y   float64
	Words  string
	Size   float64
	Anchor Anchor
	Color  Color
	Bold   bool
}

func (Line) shape()    {}
func (Rect) shape()    {}
func (Circle) shape()  {}
func (Polygon) shape() {}
func (Path) shape()    {}
func (Text) shape()    {}

// Decorate adds shapes without meaning of their own.
func (s *Scene) Decorate(shapes ...Shape) { s.Marks = append(s.Marks, Mark{Shapes: shapes}) }

// Mark adds shapes that say something.
func (s *Scene) Mark(label string, shapes ...Shape) {
	s.Marks = append(s.Marks, Mark{Label: label, Shapes: shapes})
}

// diamond is a polygon around a point.
func diamond(x, y, r float64, fill Color) Polygon {
	return Polygon{Points: []Point{{x - r, y}, {x, y - r}, {x + r, y}, {x, y + r}}, Fill: fill}
}
