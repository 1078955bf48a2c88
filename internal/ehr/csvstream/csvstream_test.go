package csvstream

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"
)

// scan returns every record with the line it starts on.
func scan(t *testing.T, r io.Reader) (records []string, lines []int64) {
	t.Helper()
	s := NewScanner(r)
	for {
		record, err := s.Next()
		if err == io.EOF {
			return records, lines
		}
		if err != nil {
			t.Fatal(err)
		}
		records, lines = append(records, string(record)), append(lines, s.Line())
	}
}

func TestScannerKnowsWhereRecordsEnd(t *testing.T) {
	for _, test := range []struct {
		name, text string
		records    []string
		lines      []int64
	}{
		{"a record a line", "a,b\n1,2\n", []string{"a,b", "1,2"}, []int64{1, 2}},
		{"no newline at the end", "a\nb", []string{"a", "b"}, []int64{1, 2}},
		{"Windows line ends", "a\r\nb\r\n", []string{"a", "b"}, []int64{1, 2}},
		{"blank lines are nothing but are counted", "a\n\n\r\nb\n\n", []string{"a", "b"}, []int64{1, 4}},
		{"a quoted line break", "1,\"x\ny\"\n2\n", []string{"1,\"x\ny\"", "2"}, []int64{1, 3}},
		{"a doubled quote", "\"x\"\"\n\"\"\",1\n2\n", []string{"\"x\"\"\n\"\"\",1", "2"}, []int64{1, 3}},
		{"an inch sign is not a quote", "5\" tube\nb\n", []string{"5\" tube", "b"}, []int64{1, 2}},
		{"a quote that stays open", "\"a\nb", []string{"\"a\nb"}, []int64{1}},
		{"nothing", "", nil, nil},
	} {
		for way, r := range map[string]io.Reader{
			"at once":     strings.NewReader(test.text),
			"by the byte": iotest.OneByteReader(strings.NewReader(test.text)),
		} {
			records, lines := scan(t, r)
			if !slices.Equal(records, test.records) || !slices.Equal(lines, test.lines) {
				t.Errorf("%s, %s: %q on lines %v", test.name, way, records, lines)
			}
		}
	}
}

// Whatever encoding/csv writes comes back as the same number of records, on the
// lines where it wrote them.
func TestScannerAgreesWithTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.StringMatching(`[ab,"\n ]{0,6}`)
		rows := rapid.SliceOfN(rapid.SliceOfN(field, 2, 4), 0, 8).Draw(t, "rows")
		var text bytes.Buffer
		if err := csv.NewWriter(&text).WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		s := NewScanner(iotest.HalfReader(bytes.NewReader(text.Bytes())))
		line := int64(1)
		for i, row := range rows {
			record, err := s.Next()
			if err != nil {
				t.Fatalf("row %d: %v", i, err)
			}
			if s.Line() != line {
				t.Fatalf("row %d is on line %d, not %d", i, s.Line(), line)
			}
			back, err := csv.NewReader(bytes.NewReader(record)).Read()
			if err != nil || !slices.Equal(back, row) {
				t.Fatalf("row %d: %q became %q (%v)", i, row, back, err)
			}
			line += 1 + int64(strings.Count(strings.Join(row, ""), "\n"))
		}
		if _, err := s.Next(); err != io.EOF {
			t.Fatalf("after the last row: %v", err)
		}
	})
}

func TestScannerRefusesEndlessRecords(t *testing.T) {
	s := NewScanner(io.MultiReader(strings.NewReader("a\n\"b"), endless{}))
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Next()
	var bad *FieldError
	if !errors.As(err, &bad) || bad.Line != 2 {
		t.Fatalf("got %v, want an error of line 2", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// parse reads a whole text through a feed, and gives each row as its values.
func parse(text string, o Options) ([][]any, error) {
	o.Progress = func(int64) {}
	feed := NewFeed(context.Background(), NewScanner(strings.NewReader(text)), o)
	consumer := feed.NewConsumer(7)
	var all [][]any
	for {
		rows, err := consumer.Next()
		if err != nil {
			feed.Stop()
			return all, FirstBad(context.Background(), NewScanner(strings.NewReader(text)), o.Columns, o.Progress)
		}
		if rows.N == 0 {
			_, err := feed.Stop()
			return all, err
		}
		for n := range rows.N {
			all = append(all, rowOf(rows, o.Columns, n))
		}
	}
}

// rowOf copies a row out of its columns.
func rowOf(rows *Rows, columns []Column, n int) []any {
	row := make([]any, len(columns))
	for i, c := range columns {
		v := rows.Columns[i]
		switch {
		case v.Texts != nil && len(v.Texts[n]) > 0:
			row[i] = string(v.Texts[n])
		case v.Floats != nil && !math.IsNaN(v.Floats[n]):
			row[i] = v.Floats[n]
		case v.Ints != nil && v.Ints[n] != MissingInt:
			row[i] = v.Ints[n]
			if c.Kind == Time {
				row[i] = time.UnixMicro(v.Ints[n]).UTC()
			}
		}
	}
	return row
}

func TestFieldsAreParsedOrRefused(t *testing.T) {
	at := time.Date(2150, 3, 3, 23, 42, 0, 0, time.UTC)
	for _, test := range []struct {
		kind Kind
		good map[string]any
		bad  []string
	}{
		{Text, map[string]any{"": nil, `""`: nil, "x": "x", `"a,b"`: "a,b", `"say ""x"""`: `say "x"`, `5"" tube`: `5"" tube`, "NULL": "NULL", " ": " ", "é": "é", "\"a\nb\"": "a\nb", "\"a\rb\"": "a\rb"},
			[]string{`"x"y`, `"x`, "a\rb", "\xff", "\"\xff\""}},
		{BigInteger, map[string]any{"": nil, `""`: nil, "1": int64(1), "-394": int64(-394), "0012": int64(12), `"7"`: int64(7), "10001.0": int64(10001), "1e+05": int64(100000), " 7 ": int64(7),
			"9223372036854775807": int64(math.MaxInt64), "-9223372036854775807": int64(-math.MaxInt64)},
			[]string{"1.5", "x", "NULL", "NA", "-", "1_000", "0x10", "9223372036854775808", "-9223372036854775808", "1e19", " ", "1 2", "inf"}},
		{Integer, map[string]any{"": nil, "91": int64(91), "-5": int64(-5), "2147483647": int64(math.MaxInt32), "1234567890": int64(1234567890)},
			[]string{"2147483648", "-2147483649", "91.5", "> 89"}},
		{Number, map[string]any{"": nil, `""`: nil, "1": 1.0, "-1.5": -1.5, ".5": 0.5, "5.": 5.0, "+2": 2.0, "1e-3": 0.001, "8.2471913877810981E-3": 8.2471913877810981e-3, `"2.5"`: 2.5, " 3 ": 3.0,
			"0.1": 0.1, "36.899999618530273": 36.899999618530273, "999999999999999": 999999999999999.0},
			[]string{".", "-", "nan", "inf", "-Infinity", "1e400", "<0.1", "1_0", "0x1p4", "___", "1.2.3"}},
		{Time, map[string]any{"": nil, `""`: nil, "2150-03-03 23:42:00": at, "2148-02-29 00:00:00": time.Date(2148, 2, 29, 0, 0, 0, 0, time.UTC), "1969-12-31 23:59:59": time.Unix(-1, 0).UTC(),
			"2150-03-31": time.Date(2150, 3, 31, 0, 0, 0, 0, time.UTC), "2150-03-03T23:42:00": at, "2150-03-03 23:42:00.5": at.Add(time.Second / 2), "2150-03-03T23:42:00Z": at, "2150-03-03 23:42:00+00": at, "2150-03-03 23:42": at},
			[]string{"2149-02-29 00:00:00", "2150-13-01", "2150-04-31 00:00:00", "2150-00-10 00:00:00", "2150-03-03 24:00:00", "03/03/2150", "20500303", "23:42:00", "2150-03-03 23:42:00+02:00", "2150-03-03 23:42:61"}},
		{Skipped, map[string]any{"": nil, "x": nil, `"a,""b"`: nil, "\xff": nil}, []string{`"x"y`, `"x`}},
	} {
		columns := []Column{{"before", Text}, {"tested", test.kind}, {"after", Integer}}
		for field, want := range test.good {
			rows, err := parse("a,"+field+",1\n", Options{Columns: columns, Key: -1})
			if err != nil || len(rows) != 1 || rows[0][1] != want || rows[0][2] != int64(1) {
				t.Errorf("kind %d made %v of %q, want %v: %v", test.kind, rows, field, want, err)
			}
		}
		for _, field := range test.bad {
			_, err := parse("ok,,\n\"two\nlines\","+field+",1\n", Options{Columns: columns, Key: -1})
			var bad *FieldError
			if !errors.As(err, &bad) {
				t.Errorf("kind %d took %q: %v", test.kind, field, err)
			} else if bad.Line != 3 || bad.Column != 2 {
				t.Errorf("kind %d, %q: %v", test.kind, field, err)
			}
		}
	}
}

// The usual form of a value and the slow way to parse it mean the same.
func TestPlainValuesAreThoseOfTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-62_000_000_000, 250_000_000_000).Draw(t, "at"), 0).UTC()
		if got, end := plainTime([]byte(at.Format(timeForm)), 0); end != len(timeForm) || got != at.UnixMicro() {
			t.Errorf("%v became %d", at, got)
		}
		text := rapid.StringMatching(`-?[0-9]{0,9}\.?[0-9]{0,8}`).Draw(t, "number")
		if text == "" {
			return
		}
		want, err := strconv.ParseFloat(text, 64)
		if got, end := plainNumber([]byte(text), 0); end >= 0 && (err != nil || got != want) {
			t.Errorf("%q became %v, want %v, %v", text, got, want, err)
		}
	})
}

func TestErrorsNameLineAndColumn(t *testing.T) {
	columns := []Column{{"id", BigInteger}, {"value", Text}, {"valuenum", Number}}
	for _, test := range []struct{ text, want string }{
		{"1,x,2\n2,y,abc\n", `line 2, column 3 (valuenum): "abc" is not a number`},
		{"1,\"x\ny\",abc\n", `line 2, column 3 (valuenum): "abc" is not a number`},
		{"1,\"x\ny\",1\n\n3,y,NULL\n", `line 4, column 3 (valuenum): "NULL" is not a number`},
		{"1,x\n", "line 1: 2 fields where the header has 3"},
		{"1,x,2,\n", "line 1: 4 fields where the header has 3"},
		{"1,x,2\n1,x,2,3,4\n", "line 2: 5 fields where the header has 3"},
		{"1,\"x,2\n3,y,4\n", "line 1, column 2 (value): the quote that opens this field is not closed"},
		{"1,\xe9,2\n", "line 1, column 2 (value): the text is not UTF-8; convert the file, for example with iconv"},
		{strings.Repeat("5,x,1\n", 20_000) + "5,x,y\n6,x,z\n", `line 20001, column 3 (valuenum): "y" is not a number`},
	} {
		for _, key := range []int{-1, 0} {
			_, err := parse(test.text, Options{Columns: columns, Key: key, Memory: 1 << 20})
			if err == nil || err.Error() != test.want {
				t.Errorf("%.40q gave %v\nwant %s", test.text, err, test.want)
			}
		}
	}
}

// Nothing is lost, doubled or changed by bringing keys together, and records of
// one key keep their order.
func TestClusteringOnlyReorders(t *testing.T) {
	columns := []Column{{"n", Integer}, {"item", BigInteger}, {"value", Text}}
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(rapid.Int64Range(-2, 5), 0, 300).Draw(t, "items")
		longest := rapid.SampledFrom([]int{10, 1_000, 10_000}).Draw(t, "longest")
		key := rapid.SampledFrom([]int{-1, 1}).Draw(t, "key")
		var text strings.Builder
		want, got := map[int64][]string{}, map[int64][]string{}
		for i, item := range items {
			value := strings.Repeat("x", rapid.IntRange(0, longest).Draw(t, "length")) + "\n"
			fmt.Fprintf(&text, "%d,%d,\"%s\"\n", i, item, value)
			want[item] = append(want[item], strconv.Itoa(i)+value)
		}
		rows, err := parse(text.String(), Options{Columns: columns, Key: key, Memory: rapid.IntRange(1, 1<<20).Draw(t, "memory")})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			item := row[1].(int64)
			got[item] = append(got[item], fmt.Sprint(row[0], row[2]))
		}
		if !maps.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestRecordsComeByKeyAndThenAsInTheFile(t *testing.T) {
	columns := []Column{{"value", Text}, {"item", BigInteger}}
	const text = "a,30\n\"b,\",1\nc,30\nd,2\ne,30\nf,2\ng,\nh,9999999\n"
	for name, memory := range map[string]int{"in memory": 64 << 20, "on disk": 4 * blockSize, "each on disk": 1} {
		rows, err := parse(text, Options{Columns: columns, Key: 1, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		var order string
		for _, row := range rows {
			order += row[0].(string)[:1]
		}
		if order != "ghbdface" {
			t.Errorf("%s: %s", name, order)
		}
	}
}

func TestNothingIsLeftOnDisk(t *testing.T) {
	folder := t.TempDir()
	text := strings.Repeat("1\n2\n", 100_000)
	if _, err := parse(text, Options{Columns: []Column{{"item", BigInteger}}, Key: 0, Memory: 1 << 17, Folder: folder}); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	_, err := parse(text, Options{Columns: []Column{{"item", BigInteger}}, Key: 0, Memory: 1 << 17, Folder: filepath.Join(folder, "absent")})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
}

func TestManyConsumersShareTheRows(t *testing.T) {
	const rows = 300_000
	columns := []Column{{"n", BigInteger}, {"item", BigInteger}}
	var text strings.Builder
	for i := range rows {
		fmt.Fprintf(&text, "%d,%d\n", i, i%50)
	}
	for _, key := range []int{-1, 1} {
		feed := NewFeed(context.Background(), NewScanner(strings.NewReader(text.String())), Options{Columns: columns, Key: key, Memory: 1 << 20, Progress: func(int64) {}})
		var seen [rows]atomic.Bool
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				consumer := feed.NewConsumer(2048)
				for {
					r, err := consumer.Next()
					if err != nil {
						t.Error(err)
					}
					if err != nil || r.N == 0 {
						return
					}
					for _, n := range r.Columns[0].Ints[:r.N] {
						if seen[n].Swap(true) {
							t.Errorf("row %d came twice", n)
						}
					}
				}
			})
		}
		group.Wait()
		if n, err := feed.Stop(); n != rows || err != nil {
			t.Errorf("%d rows, %v", n, err)
		}
		for n := range seen {
			if !seen[n].Load() {
				t.Fatalf("row %d is missing", n)
			}
		}
	}
}

// A consumer that meets a bad record ends the others too, though windows are
// still held and the file goes on.
func TestABadRecordEndsAllConsumers(t *testing.T) {
	text := strings.Repeat("1\n", 200_000) + "x\n" + strings.Repeat("1\n", 2_000_000)
	feed := NewFeed(context.Background(), NewScanner(strings.NewReader(text)), Options{Columns: []Column{{"item", BigInteger}}, Key: 0, Memory: 1 << 20, Progress: func(int64) {}})
	var bad atomic.Int32
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			consumer := feed.NewConsumer(2048)
			for {
				rows, err := consumer.Next()
				if err != nil {
					bad.Add(1)
				}
				if err != nil || rows.N == 0 {
					return
				}
			}
		})
	}
	group.Wait()
	if feed.Stop(); bad.Load() != 1 {
		t.Errorf("%d consumers met the bad record", bad.Load())
	}
}

func TestACancelledFeedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	feed := NewFeed(ctx, NewScanner(io.MultiReader(strings.NewReader("1\n"), lines{})), Options{Columns: []Column{{"item", BigInteger}}, Key: 0, Memory: 100, Progress: func(int64) { cancel() }})
	if _, err := feed.Stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// lines never ends.
type lines struct{}

func (lines) Read(p []byte) (int, error) { return copy(p, "1\n"), nil }

// Damage behind good records is reported as what it is.
func TestAReadErrorIsPassedOn(t *testing.T) {
	r := io.MultiReader(strings.NewReader("1\n2\n3"), iotest.ErrReader(io.ErrUnexpectedEOF))
	feed := NewFeed(context.Background(), NewScanner(r), Options{Columns: []Column{{"item", BigInteger}}, Key: -1})
	<-feed.ended
	if n, err := feed.Stop(); !errors.Is(err, io.ErrUnexpectedEOF) || n != 2 {
		t.Errorf("%d records, %v", n, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("1,2150-01-01 00:00:00,\"a\"\"b\",1.5\n"))
	f.Add([]byte("1,,\"\n\",\r\n\n2,2150-01-01,x,-1e3"))
	columns := []Column{{"a", BigInteger}, {"b", Time}, {"c", Text}, {"d", Number}}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := parse(string(data), Options{Columns: columns, Key: -1})
		if err != nil {
			return
		}
		// What was taken comes back the same when it is written plainly.
		var text strings.Builder
		for _, row := range rows {
			for i, value := range row {
				if i > 0 {
					text.WriteByte(',')
				}
				switch v := value.(type) {
				case nil:
				case string:
					text.WriteString(`"` + strings.ReplaceAll(v, `"`, `""`) + `"`)
				case time.Time:
					text.WriteString(v.Format("2006-01-02 15:04:05.999999"))
				default:
					fmt.Fprint(&text, v)
				}
			}
			text.WriteByte('\n')
		}
		again, err := parse(text.String(), Options{Columns: columns, Key: 0, Memory: 1 << 20})
		if err != nil || len(again) != len(rows) {
			t.Fatalf("%q was taken, but not %q: %v", data, text.String(), err)
		}
	})
}
