package table

import (
	"testing"

	"m4bench/internal/task"
)

func TestParse(t *testing.T) {
	texts := NewDictionary()
	tests := []struct {
		field string
		kind  Kind
		want  string // as Format writes it
	}{
		{"", Number, ""},
		{"", Text, ""},
		{"", Identifier, ""},
		{" 12.50\t", Number, "12.5"},
		{"  ", Number, "(unreadable)"}, // only the empty field is missing
		{"-0", Number, "0"},
		{"123.0", Integer, "123"},
		{"14.5", Integer, "14.5"}, // wrong, but not unreadable
		{"TRUE", Integer, "1"},
		{"f", Integer, "0"},
		{"yes", Integer, "(unreadable)"},
		{"true", Number, "(unreadable)"},
		{"True", Boolean, "1"}, {"t", Boolean, "1"}, {"1", Boolean, "1"}, {"1.0", Boolean, "1"},
		{"FALSE", Boolean, "0"}, {"F", Boolean, "0"}, {"0", Boolean, "0"},
		{"2", Boolean, "(unreadable)"}, {"yes", Boolean, "(unreadable)"},
		{"NA", Number, "(unreadable)"}, {"NULL", Integer, "(unreadable)"}, {"nan", Number, "(unreadable)"},
		{"None", Text, "None"}, {"NA", Text, "NA"}, {"null", Text, "null"}, {" padded ", Text, " padded "}, // C029: labels are kept
		{"2150-01-01T10:00", Instant, "2150-01-01 10:00:00"},
		{"30000001.0", Identifier, "30000001"},
		{"30000001.5", Identifier, "(unreadable)"},
	}
	for _, test := range tests {
		if got := Format(Parse([]byte(test.field), test.kind, texts), test.kind, texts); got != test.want {
			t.Errorf("%q as kind %d is %q, want %q", test.field, test.kind, got, test.want)
		}
	}
}

func TestFrozenDictionaryTellsUnknownTextsApart(t *testing.T) {
	texts := NewDictionary()
	known := texts.cell([]byte("BLOOD CULTURE"))
	texts.Freeze()
	if got := texts.cell([]byte("BLOOD CULTURE")); got != known {
		t.Errorf("a known text is %d, then %d", known, got)
	}
	a, b := texts.cell([]byte("URINE")), texts.cell([]byte("SPUTUM"))
	if a == b || a == known || texts.Known(a) || a.Empty() {
		t.Errorf("unknown texts are cells %x and %x, the known one %x", a, b, known)
	}
	if again := texts.cell([]byte("URINE")); again != a {
		t.Errorf("one unknown text is %x, then %x", a, again)
	}
}

func TestColumnOf(t *testing.T) {
	tests := []struct {
		column task.Column
		want   Kind
	}{
		{task.Column{Role: task.Key, Type: task.Integer}, Identifier},
		{task.Column{Role: task.ID, Type: task.Integer}, Identifier},
		{task.Column{Role: task.Value, Type: task.Integer}, Integer},
		{task.Column{Role: task.Value, Type: task.Date}, Instant},
		{task.Column{Role: task.Key, Type: task.Text}, Text},
	}
	for _, test := range tests {
		if got, err := ColumnOf(test.column); err != nil || got.Kind != test.want {
			t.Errorf("ColumnOf(%+v) = %v, %v, want kind %d", test.column, got, err, test.want)
		}
	}
	if _, err := ColumnOf(task.Column{Name: "x", Type: "money"}); err == nil {
		t.Error("an unknown type is accepted")
	}
}
