package schema_test

import (
	"crypto/rand"
	"reflect"
	"slices"
	"testing"
)

// The same salt gives the same codes, another one others, and no order of names
// shows in them.
func TestCodesAreAPermutationThatTheSaltDecides(t *testing.T) {
	salt := rand.Text()
	first := codes(t, salt)
	if !reflect.DeepEqual(first, codes(t, salt)) {
		t.Error("the same salt gives other codes")
	}
	if reflect.DeepEqual(first.Columns, codes(t, salt+"1").Columns) {
		t.Error("another salt gives the same codes")
	}
	for what, names := range map[string]map[string]string{"schema": first.Schemas, "table": first.Tables, "column": first.Columns} {
		seen := map[string]string{}
		for name, code := range names {
			if other, twice := seen[code]; twice {
				t.Errorf("%s and %s are both %s %s", name, other, what, code)
			}
			seen[code] = name
		}
	}
	if native, coded := inOrder(first.Columns); slices.IsSorted(coded) {
		t.Errorf("the codes of %v are in the order of the names", native[:5])
	}
}

func inOrder(codes map[string]string) (native, coded []string) {
	for name := range codes {
		native = append(native, name)
	}
	slices.Sort(native)
	for _, name := range native {
		coded = append(coded, codes[name])
	}
	return native, coded
}
