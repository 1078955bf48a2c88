package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var noteColumns = []Column{{"stay_id", Identifier}, {"score", Number}, {"note", Text}}

// contents is a file read to its end: rows as text, and lines that made none.
type contents struct {
	rows    []string
	lines   []int
	invalid []Invalid
	count   int
}

func readAll(source Source, texts *Dictionary) (contents, error) {
	defer source.Close()
	var all contents
	for {
		block, err := source.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all.count += block.InvalidRows
		all.invalid = append(all.invalid, slices.Clone(block.Invalid)...)
		for i := range block.Rows {
			var cells []string
			for c, column := range source.Columns() {
				cells = append(cells, Format(block.Row(i)[c], column.Kind, texts))
			}
			all.rows = append(all.rows, strings.Join(cells, "|"))
			all.lines = append(all.lines, block.Line(i))
		}
	}
}

func readText(t testing.TB, text string, limits Limits) (contents, error) {
	t.Helper()
	texts := NewDictionary()
	source, err := OpenStream(context.Background(), "output.csv", io.NopCloser(strings.NewReader(text)), noteColumns, texts, limits, nil)
	if err != nil {
		return contents{}, err
	}
	return readAll(source, texts)
}

func TestReadRows(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"plain":                      {"stay_id,score,note\n1,2.5,a\n2,,b\n", []string{"1|2.5|a", "2||b"}},
		"no final newline (C011)":    {"stay_id,score,note\n1,2,a", []string{"1|2|a"}},
		"byte-order mark (C032)":     {"\xEF\xBB\xBFstay_id,score,note\n1,2,a\n", []string{"1|2|a"}},
		"CRLF":                       {"stay_id,score,note\r\n1,2,a\r\n", []string{"1|2|a"}},
		"order and case (C001)":      {"Note , SCORE,\" Stay_ID\"\na,2,1\n", []string{"1|2|a"}},
		"further columns":            {"x,stay_id,y,score,note,\n9,1,9,2,a,\n", []string{"1|2|a"}},
		"column absent":              {"stay_id,note\n1,a\n", []string{"1||a"}},
		"blank lines":                {"\n\nstay_id,score,note\n\n1,2,a\n  \n\r\n2,3,b\n\n", []string{"1|2|a", "2|3|b"}},
		"quoted":                     {"\"stay_id\",\"score\",\"note\"\n\"1\",\"2\",\"a, b\"\n", []string{"1|2|a, b"}},
		"doubled quotes":             {"stay_id,score,note\n1,2,\"say \"\"a\"\"\"\n", []string{`1|2|say "a"`}},
		"quoted empty is empty":      {"stay_id,score,note\n1,\"\",\"\"\n", []string{"1||"}},
		"line break in a text":       {"stay_id,score,note\n1,2,\"a\nb\"\n2,3,c\n", []string{"1|2|a\nb", "2|3|c"}},
		"several line breaks":        {"stay_id,score,note\n1,2,\"a\n\n,\"\"x\n\"\n2,3,c\n", []string{"1|2|a\n\n,\"x\n", "2|3|c"}},
		"break in an ignored column": {"stay_id,score,note,x\n1,2,a,\"p\nq\"\n2,3,b,r\n", []string{"1|2|a", "2|3|b"}},
		"labels that look missing":   {"stay_id,score,note\n1,2,None\n2,3,NA\n", []string{"1|2|None", "2|3|NA"}},
		"letters beyond ASCII":       {"stay_id,score,note\n1,2,é\n", []string{"1|2|é"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := readText(t, test.text, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.rows, test.want) || got.count > 0 {
				t.Errorf("rows %q, invalid %v, want %q", got.rows, got.invalid, test.want)
			}
		})
	}
}

func TestBooleansInFiles(t *testing.T) {
	texts := NewDictionary()
	columns := []Column{{"flag", Boolean}, {"count", Integer}}
	text := "flag,count\n1,2\n2,true\nfalse,x\n"
	source, err := OpenStream(context.Background(), "x", io.NopCloser(strings.NewReader(text)), columns, texts, Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := readAll(source, texts)
	if want := []string{"1|2", "(unreadable)|1", "0|(unreadable)"}; err != nil || !slices.Equal(got.rows, want) {
		t.Errorf("%q, %v, want %q", got.rows, err, want)
	}
}

// C022, B019: a line that makes no row costs itself, and says where it is.
func TestInvalidRows(t *testing.T) {
	tests := map[string]struct {
		text    string
		rows    []string
		invalid []Invalid
	}{
		"too many fields": {"stay_id,score,note\n1,2,a\n2,3,b,c\n3,4,d\n", []string{"1|2|a", "3|4|d"},
			[]Invalid{{3, "4 fields where the header has 3"}}},
		"too few fields": {"stay_id,score,note\n1,2\n3,4,d\n", []string{"3|4|d"},
			[]Invalid{{2, "2 fields where the header has 3"}}},
		"unclosed quote": {"stay_id,score,note\n1,2,\"a\n2,3,b\n3,4,c\n", []string{"2|3|b", "3|4|c"},
			[]Invalid{{2, "a quote is not closed, or stands inside field 3, which does not begin with one"}}},
		"unclosed quote before a quoted field": {"stay_id,score,note\n1,2,\"a\n2,3,\"b\"\n", []string{"2|3|b"},
			[]Invalid{{2, "a quote is not closed, or stands inside field 3, which does not begin with one"}}},
		"two unclosed quotes": {"stay_id,score,note\n1,2,\"a\n2,3,b\n3,4,\"c\n4,5,d\n", []string{"2|3|b", "4|5|d"},
			[]Invalid{{2, "a quote is not closed, or stands inside field 3, which does not begin with one"},
				{4, "a quote is not closed, or stands inside field 3, which does not begin with one"}}},
		"unclosed quote in a number": {"stay_id,score,note\n1,\"2,a\n2,3\",b\n", []string(nil),
			[]Invalid{{2, "a quote is not closed, or stands inside field 2, which does not begin with one"},
				{3, "a quote is not closed, or stands inside field 2, which does not begin with one"}}},
		"quote inside a field": {"stay_id,score,note\n1,2,5\" tube\n2,3,b\n", []string{"2|3|b"},
			[]Invalid{{2, "a quote is not closed, or stands inside field 3, which does not begin with one"}}},
		"text after a closing quote": {"stay_id,score,note\n1,2,\"a\"b\n2,3,b\n", []string{"2|3|b"},
			[]Invalid{{2, "a quote is not closed, or stands inside field 3, which does not begin with one"}}},
		"unclosed at the end": {"stay_id,score,note\n1,2,a\n2,3,\"b", []string{"1|2|a"},
			[]Invalid{{3, "a quote is not closed, or stands inside field 3, which does not begin with one"}}},
		"lines are counted over line breaks": {"stay_id,score,note\n1,2,\"a\nb\"\n\nbad\n3,4,c\n", []string{"1|2|a\nb", "3|4|c"},
			[]Invalid{{5, "1 fields where the header has 3"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := readText(t, test.text, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.rows, test.rows) || !reflect.DeepEqual(got.invalid, test.invalid) {
				t.Errorf("rows %q, invalid %v\nwant %q, %v", got.rows, got.invalid, test.rows, test.invalid)
			}
		})
	}
}

// C033, C011, C006: a file that is no table says why, where, and what to do.
func TestUnreadableFiles(t *testing.T) {
	utf16 := "\xFF\xFEs\x00t\x00"
	tests := map[string]struct {
		text   string
		offset int64
		line   int
		reason string
	}{
		"nothing":              {"", -1, 0, "empty"},
		"only line ends":       {"\n\r\n\n", -1, 0, "empty"},
		"only a mark":          {"\xEF\xBB\xBF", -1, 0, "empty"},
		"UTF-16":               {utf16, 0, 0, "UTF-16"},
		"UTF-16 without mark":  {"s\x00t\x00,\x00", 1, 1, "0x00"},
		"NUL in a row":         {"stay_id,score,note\n1,2,a\x00b\n", 24, 2, "0x00"},
		"Latin-1 in a row":     {"stay_id,score,note\n1,2,a\n2,3,caf\xE9\n", 32, 3, "0xE9"},
		"Latin-1 in the names": {"stay_id,score,caf\xE9\n1,2,a\n", 17, 1, "0xE9"},
		"Parquet":              {"PAR1\x15\x04", 0, 0, "Parquet"},
		"spreadsheet":          {"PK\x03\x04\x00", 0, 0, "spreadsheet"},
		"carriage returns":     {"stay_id,score,note\r1,2,a\r", -1, 1, "carriage return"},
		"name twice":           {"stay_id,score,Score \n1,2,3\n", -1, 1, `"score" stands twice`},
		"unneeded name twice":  {"stay_id,score,x,x\n1,2,3,4\n", -1, 1, `"x" stands twice`},
		"quote in the header":  {"stay_id,\"score\n1,2\n", -1, 1, "quote"},
		"endless header":       {strings.Repeat("a", 2<<20), -1, 1, "header is longer"},
		"gzip cut short":       {gzipped("stay_id,score,note\n1,2,a\n")[:30], 19, 0, "gzip"},
		"gzip damaged":         {"\x1f\x8b\x08garbage-garbage-garbage", 0, 0, "gzip"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := readText(t, test.text, Limits{})
			var fault *FileError
			if !errors.As(err, &fault) {
				t.Fatalf("error %v, want a FileError", err)
			}
			if fault.Offset != test.offset || fault.Line != test.line || !strings.Contains(fault.Reason, test.reason) || fault.Remedy == "" {
				t.Errorf("%+v\nwant offset %d, line %d, reason with %q and a remedy", fault, test.offset, test.line, test.reason)
			}
			if !strings.HasPrefix(err.Error(), "output.csv") {
				t.Errorf("%q does not begin with the file", err)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	text := "stay_id,score,note\n" + strings.Repeat("1,2,a\n", 1000)
	for name, limits := range map[string]Limits{"rows": {Rows: 999}, "bytes": {Bytes: 5000}} {
		_, err := readText(t, text, limits)
		var fault *FileError
		if !errors.As(err, &fault) || !strings.Contains(fault.Reason, "more than") {
			t.Errorf("limit on %s: %v", name, err)
		}
	}
	if got, err := readText(t, text, Limits{Rows: 1000, Bytes: int64(len(text))}); err != nil || len(got.rows) != 1000 {
		t.Errorf("at the limits: %d rows, %v", len(got.rows), err)
	}
}

// A row of any length costs itself, also one that fits no buffer.
func TestLongRows(t *testing.T) {
	for _, length := range []int{maxRecord - 4, maxRecord + 1, slabBytes - 30, slabBytes, slabBytes + 1, 5 * slabBytes} {
		text := "stay_id,score,note\n1,2,a\n2,3," + strings.Repeat("x", length) + "\n3,4,c\nbad\n4,5,d\n"
		got, err := readText(t, text, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		want := []Invalid{{3, tooLong}, {5, "1 fields where the header has 3"}}
		rows := []string{"1|2|a", "3|4|c", "4|5|d"}
		if length == maxRecord-4 {
			want = want[1:]
			rows = slices.Insert(rows, 1, "2|3|"+strings.Repeat("x", length))
		}
		if !slices.Equal(got.rows, rows) || !reflect.DeepEqual(got.invalid, want) {
			t.Errorf("length %d: %d rows, invalid %v, want %v", length, len(got.rows), got.invalid, want)
		}
	}
	got, err := readText(t, "stay_id,score,note\n1,2,"+strings.Repeat("x", 3*slabBytes), Limits{})
	if err != nil || len(got.rows) != 0 || !reflect.DeepEqual(got.invalid, []Invalid{{2, tooLong}}) {
		t.Errorf("an endless last row: %d rows, invalid %v, %v", len(got.rows), got.invalid, err)
	}
}

// An unclosed quote reaches no further than the longest row, whatever follows.
func TestUnclosedQuoteDoesNotEatTheFile(t *testing.T) {
	var text strings.Builder
	text.WriteString("stay_id,score,note\n0,0,\"open\n")
	const rows = 100_000
	for i := 1; i <= rows; i++ {
		fmt.Fprintf(&text, "%d,1,plain\n", i)
	}
	text.WriteString("7,7,\"closed\"\n8,8,\"open\n9,9,last\n")
	got, err := readText(t, text.String(), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.rows) != rows+2 || got.count != 2 {
		t.Errorf("%d rows and %d invalid, want %d and 2: %v", len(got.rows), got.count, rows+2, got.invalid)
	}
}

func TestGzip(t *testing.T) {
	got, err := readText(t, gzipped("stay_id,score,note\n1,2,a\n"), Limits{})
	if err != nil || !slices.Equal(got.rows, []string{"1|2|a"}) {
		t.Errorf("%q, %v", got.rows, err)
	}
}

func gzipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

// What encoding/csv writes is read back, over slab borders and with every kind
// of text, and Raw gives each field back.
func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		notes := rapid.SliceOfN(rapid.OneOf(
			rapid.StringMatching(`[a-z",\n]{0,8}`),
			rapid.SampledFrom([]string{"", "None", "a\r\nb", strings.Repeat("long,\"text\"\n", 2000)}),
		), 0, 60).Draw(t, "notes")
		var text bytes.Buffer
		w := csv.NewWriter(&text)
		w.Write([]string{"stay_id", "score", "note"})
		for i, note := range notes {
			w.Write([]string{fmt.Sprint(i), "0.5", note})
		}
		w.Flush()
		texts := NewDictionary()
		source, err := OpenCSV(context.Background(), "x", io.NopCloser(&text), noteColumns, texts, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		n := 0
		for {
			block, err := source.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || block.InvalidRows > 0 {
				t.Fatalf("%v, invalid %v", err, block.Invalid)
			}
			for i := range block.Rows {
				if got := Format(block.Row(i)[2], Text, texts); got != notes[n] || block.Raw(i, 2) != notes[n] || block.Raw(i, 0) != fmt.Sprint(n) {
					t.Fatalf("row %d is %q (raw %q), want %q", n, got, block.Raw(i, 2), notes[n])
				}
				n++
			}
		}
		if n != len(notes) {
			t.Fatalf("%d rows, want %d", n, len(notes))
		}
	})
}

// Reading never panics or hangs, and accounts for every line: rows and invalid
// rows are no more than the lines, and the order of lines is kept.
func FuzzReadCSV(f *testing.F) {
	for _, text := range []string{
		"stay_id,score,note\n1,2,a\n", "stay_id,score,note\n1,2,\"a\nb\"\n3,\"4,c\n", "\xEF\xBB\xBFstay_id\n\"\"\"\n", "a,b\r\n,\r\n\r\n", "stay_id,note\n\"1\",\"\"\"\n\",\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := readText(t, string(data), Limits{})
		if err != nil {
			return
		}
		if lines := bytes.Count(data, newline) + 1; len(got.rows)+got.count > lines {
			t.Errorf("%d rows and %d invalid ones from %d lines", len(got.rows), got.count, lines)
		}
		if !slices.IsSorted(got.lines) {
			t.Errorf("lines out of order: %v", got.lines)
		}
	})
}

func TestCancelIsNotTheEndOfTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.csv")
	if err := os.WriteFile(path, []byte("stay_id,score,note\n"+strings.Repeat("1,2,a\n", 4_000_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	texts := NewDictionary()
	source, err := Open(ctx, path, noteColumns, texts, Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Next(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := readAll(source, texts); !errors.Is(err, context.Canceled) {
		t.Errorf("reading after cancel ends with %v", err)
	}
}
