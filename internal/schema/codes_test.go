package schema_test

import (
	"crypto/rand"
	"reflect"
	"slices"
	"testing"

	"m4bench/internal/ehr"
)

// The same salt gives the same codes, another one others, and no order of names
// shows in them.
func TestCodesAreAPermutationThatTheSaltDecides(t *testing.T) {
	d := dictionary(t, ehr.MIMICIV)
	salt := make([]byte, 32)
	rand.Read(salt)
	codes := d.Codes(salt)
	if !reflect.DeepEqual(codes, d.Codes(salt)) {
		t.Error("the same salt gives other codes")
	}
	if reflect.DeepEqual(codes.Columns, d.Codes(append(salt, 1)).Columns) {
		t.Error("another salt gives the same codes")
	}
	for what, names := range map[string]map[string]string{"schema": codes.Schemas, "table": codes.Tables, "column": codes.Columns} {
		seen := map[string]string{}
		for name, code := range names {
			if other, twice := seen[code]; twice {
				t.Errorf("%s and %s are both %s %s", name, other, what, code)
			}
			seen[code] = name
		}
	}
	if native, coded := inOrder(codes.Columns); slices.IsSorted(coded) {
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
