package table

import (
	"context"
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// writeParquet writes rows of optional columns, as DuckDB does.
func writeParquet(t *testing.T, fields parquet.Group, rows ...map[string]parquet.Value) string {
	t.Helper()
	group := parquet.Group{}
	for name, node := range fields {
		group[name] = parquet.Optional(node)
	}
	schema := parquet.NewSchema("rows", group)
	path := filepath.Join(t.TempDir(), "rows.parquet")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := parquet.NewWriter(file, schema, parquet.MaxRowsPerRowGroup(3))
	for _, row := range rows {
		var out parquet.Row
		for i, column := range schema.Columns() {
			v, given := row[column[0]]
			if !given {
				out = append(out, parquet.NullValue().Level(0, 0, i))
				continue
			}
			out = append(out, v.Level(0, 1, i))
		}
		if _, err := w.WriteRows([]parquet.Row{out}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func readParquet(t *testing.T, path string, columns ...Column) ([]string, error) {
	t.Helper()
	texts := NewDictionary()
	source, err := Open(context.Background(), path, columns, texts, Limits{}, nil)
	if err != nil {
		return nil, err
	}
	all, err := readAll(source, texts)
	return all.rows, err
}

func TestParquetTypes(t *testing.T) {
	instant := time.Date(2150, 1, 31, 14, 5, 0, 0, time.UTC)
	minusOneAndAHalf := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1_500_000_000)).FillBytes(make([]byte, 16))
	tests := map[string]struct {
		node  parquet.Node
		value parquet.Value
		kind  Kind
		want  string
	}{
		"double":                   {parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(86.2), Number, "86.2"},
		"double with a whole id":   {parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(30000001), Identifier, "30000001"},
		"double with no id":        {parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(1.5), Identifier, "(unreadable)"},
		"float":                    {parquet.Leaf(parquet.FloatType), parquet.FloatValue(0.5), Number, "0.5"},
		"32 bits":                  {parquet.Int(32), parquet.Int32Value(-7), Integer, "-7"},
		"64 bits":                  {parquet.Int(64), parquet.Int64Value(9007199254740993), Identifier, "9007199254740993"},
		"64 bits as a number":      {parquet.Int(64), parquet.Int64Value(5), Number, "5"},
		"boolean":                  {parquet.Leaf(parquet.BooleanType), parquet.BooleanValue(true), Boolean, "1"},
		"boolean as an integer":    {parquet.Leaf(parquet.BooleanType), parquet.BooleanValue(false), Integer, "0"},
		"integer as a boolean":     {parquet.Int(32), parquet.Int32Value(1), Boolean, "1"},
		"two as a boolean":         {parquet.Int(32), parquet.Int32Value(2), Boolean, "(unreadable)"},
		"text":                     {parquet.String(), parquet.ByteArrayValue([]byte("BLOOD CULTURE")), Text, "BLOOD CULTURE"},
		"text with a number":       {parquet.String(), parquet.ByteArrayValue([]byte("1e2")), Number, "100"},
		"text with a time":         {parquet.String(), parquet.ByteArrayValue([]byte("2150-01-31T14:05")), Instant, "2150-01-31 14:05:00"},
		"microseconds":             {parquet.TimestampAdjusted(parquet.Microsecond, false), parquet.Int64Value(instant.UnixMicro()), Instant, "2150-01-31 14:05:00"},
		"milliseconds":             {parquet.TimestampAdjusted(parquet.Millisecond, false), parquet.Int64Value(instant.UnixMilli()), Instant, "2150-01-31 14:05:00"},
		"nanoseconds":              {parquet.TimestampAdjusted(parquet.Nanosecond, true), parquet.Int64Value(instant.UnixNano()), Instant, "2150-01-31 14:05:00"},
		"date":                     {parquet.Date(), parquet.Int32Value(int32(instant.Unix() / 86_400)), Instant, "2150-01-31 00:00:00"},
		"decimal in 64 bits":       {parquet.Decimal(3, 18, parquet.Int64Type), parquet.Int64Value(-22313), Number, "-22.313"},
		"decimal in 32 bits":       {parquet.Decimal(1, 9, parquet.Int32Type), parquet.Int32Value(145), Number, "14.5"},
		"decimal in 16 bytes":      {parquet.Decimal(9, 38, parquet.FixedLenByteArrayType(16)), parquet.FixedLenByteArrayValue(minusOneAndAHalf), Number, "-1.5"},
		"decimal with a whole id":  {parquet.Decimal(2, 18, parquet.Int64Type), parquet.Int64Value(700), Identifier, "7"},
		"not a number in a double": {parquet.Leaf(parquet.DoubleType), parquet.ValueOf(nan()), Number, "(unreadable)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := writeParquet(t, parquet.Group{"Value ": test.node}, map[string]parquet.Value{"Value ": test.value}, nil)
			got, err := readParquet(t, path, Column{"value", test.kind})
			if err != nil || !slices.Equal(got, []string{test.want, ""}) {
				t.Errorf("%q, %v, want %q and an empty cell", got, err, test.want)
			}
		})
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

func TestParquetOfTheWrongType(t *testing.T) {
	tests := map[string]struct {
		node  parquet.Node
		value parquet.Value
		kind  Kind
	}{
		"number for a time":  {parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(1), Instant},
		"time for a number":  {parquet.Timestamp(parquet.Microsecond), parquet.Int64Value(1), Number},
		"number for a text":  {parquet.Int(64), parquet.Int64Value(1), Text},
		"date for a boolean": {parquet.Date(), parquet.Int32Value(1), Boolean},
	}
	for name, test := range tests {
		path := writeParquet(t, parquet.Group{"x": test.node}, map[string]parquet.Value{"x": test.value})
		if _, err := readParquet(t, path, Column{"x", test.kind}); err == nil || !strings.Contains(err.Error(), "column x") {
			t.Errorf("%s: %v, want an error about column x", name, err)
		}
	}
}

func TestParquetOfManyRowGroups(t *testing.T) {
	var rows []map[string]parquet.Value
	for i := range 10 {
		row := map[string]parquet.Value{"id": parquet.Int64Value(int64(i))}
		if i%2 == 0 {
			row["x"] = parquet.DoubleValue(float64(i) / 2)
		}
		rows = append(rows, row)
	}
	path := writeParquet(t, parquet.Group{"id": parquet.Int(64), "x": parquet.Leaf(parquet.DoubleType)}, rows...)
	got, err := readParquet(t, path, Column{"x", Number}, Column{"ID", Identifier}, Column{"absent", Text})
	want := []string{"0|0|", "|1|", "1|2|", "|3|", "2|4|", "|5|", "3|6|", "|7|", "4|8|", "|9|"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestDamagedParquet(t *testing.T) {
	path := writeParquet(t, parquet.Group{"x": parquet.Int(64)}, map[string]parquet.Value{"x": parquet.Int64Value(1)})
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 4; cut < len(whole); cut++ {
		short := filepath.Join(t.TempDir(), "short.parquet")
		if err := os.WriteFile(short, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		var fault *FileError
		if _, err := readParquet(t, short, Column{"x", Identifier}); !errors.As(err, &fault) {
			t.Fatalf("cut after %d bytes: %v, want a FileError", cut, err)
		}
	}
	for at := 4; at < len(whole)-8; at++ {
		bad := slices.Clone(whole)
		bad[at] ^= 0xFF
		path := filepath.Join(t.TempDir(), "bad.parquet")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		readParquet(t, path, Column{"x", Identifier}) // may be read or refused, but must come back
	}
}

func TestClosingEarlyEndsTheReader(t *testing.T) {
	var rows []map[string]parquet.Value
	for i := range 100 {
		rows = append(rows, map[string]parquet.Value{"x": parquet.Int64Value(int64(i))})
	}
	path := writeParquet(t, parquet.Group{"x": parquet.Int(64)}, rows...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	source, err := Open(ctx, path, []Column{{"x", Identifier}}, NewDictionary(), Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Next(); err != nil {
		t.Fatal(err)
	}
	if err := source.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := source.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after Close: %v", err)
	}
}
