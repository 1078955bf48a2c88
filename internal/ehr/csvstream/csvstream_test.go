package csvstream

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

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

func TestFieldsAreTakenOrRefused(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		good []string
		bad  []string
	}{
		{Text, []string{"", `""`, "x", `"a,b"`, `"say ""x"""`, `5" tube`, "NULL", "é", "\"a\nb\""},
			[]string{`"x"y`, `"x`, "a\rb", "\xff"}},
		{BigInteger, []string{"", `""`, "1", "-394", "0012", `"7"`, "10001.0", "1e+05", " 7 ", "9223372036854775807", "-9223372036854775808"},
			[]string{"1.5", "x", "NULL", "NA", "-", "1_000", "0x10", "9223372036854775808", "1e19", " ", "1 2", "inf"}},
		{Integer, []string{"", "91", "-5", "2147483647", "1234567890"},
			[]string{"2147483648", "-2147483649", "91.5", "> 89"}},
		{Number, []string{"", `""`, "1", "-1.5", ".5", "5.", "+2", "1e-3", "8.2471913877810981E-3", `"2.5"`, " 3 "},
			[]string{".", "-", "nan", "inf", "-Infinity", "1e400", "1,5\"", "<0.1", "1_0", "0x1p4", "___"}},
		{Time, []string{"", `""`, "2150-03-03 23:42:00", "2148-02-29 00:00:00", "2150-03-31", "2150-03-03T23:42:00", "2150-03-03 23:42:00.5", "2150-03-03T23:42:00Z", "2150-03-03 23:42:00+00", "2150-03-03 23:42"},
			[]string{"2149-02-29 00:00:00", "2150-13-01", "2150-04-31 00:00:00", "2150-03-03 24:00:00", "03/03/2150", "20500303", "23:42:00", "2150-03-03 23:42:00+02:00", "2150-03-03 23:42:61"}},
	} {
		columns := []Column{{"before", Text}, {"tested", test.kind}, {"after", Integer}}
		for _, field := range test.good {
			if _, err := copyAll("a,"+field+",1\n", Options{Columns: columns, Key: -1}); err != nil {
				t.Errorf("kind %d refused %q: %v", test.kind, field, err)
			}
		}
		for _, field := range test.bad {
			_, err := copyAll("ok,,\n\"two\nlines\","+field+",1\n", Options{Columns: columns, Key: -1})
			var bad *FieldError
			if !errors.As(err, &bad) {
				t.Errorf("kind %d took %q: %v", test.kind, field, err)
			} else if bad.Line < 2 || bad.Line > 3 {
				t.Errorf("kind %d, %q: %v", test.kind, field, err)
			}
		}
	}
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
	} {
		_, err := copyAll(test.text, Options{Columns: columns, Key: -1})
		if err == nil || err.Error() != test.want {
			t.Errorf("%q gave %v\nwant %s", test.text, err, test.want)
		}
	}
}

func copyAll(text string, o Options) (string, error) {
	var out bytes.Buffer
	_, err := Copy(context.Background(), &out, NewScanner(strings.NewReader(text)), o)
	return out.String(), err
}

// Nothing is lost, doubled or changed by bringing keys together.
func TestClusteringOnlyReorders(t *testing.T) {
	columns := []Column{{"n", Integer}, {"item", BigInteger}, {"value", Text}}
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(rapid.Int64Range(-2, 5), 0, 200).Draw(t, "items")
		window := rapid.IntRange(1, 5000).Draw(t, "window")
		var text strings.Builder
		var want []string
		for i, key := range items {
			record := strconv.Itoa(i) + "," + strconv.FormatInt(key, 10) + ",\"x\n\""
			text.WriteString(record + "\n")
			want = append(want, record)
		}
		out, err := copyAll(text.String(), Options{Columns: columns, Key: 1, Window: window})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		s := NewScanner(strings.NewReader(out))
		for {
			record, err := s.Next()
			if err != nil {
				break
			}
			got = append(got, string(record))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestAWindowIsOrderedByKeyAndThenAsInTheFile(t *testing.T) {
	columns := []Column{{"item", BigInteger}, {"value", Text}}
	const text = "30,a\n1,b\n30,c\n2,d\n30,e\n2,f\n,g\n"
	out, err := copyAll(text, Options{Columns: columns, Key: 0, Window: 10_000})
	if want := ",g\n1,b\n2,d\n2,f\n30,a\n30,c\n30,e\n"; err != nil || out != want {
		t.Errorf("one window: %q, %v", out, err)
	}
	// Two windows share the memory. The first two are small, here of one and of
	// three records of 5 + 12 bytes.
	out, err = copyAll(text, Options{Columns: columns, Key: 0, Window: 32 * 15})
	if want := "30,a\n1,b\n2,d\n30,c\n,g\n2,f\n30,e\n"; err != nil || out != want {
		t.Errorf("small windows: %q, %v", out, err)
	}
}

func TestAFailingWriterEndsTheCopy(t *testing.T) {
	columns := []Column{{"item", BigInteger}}
	text := strings.Repeat("1\n", 500_000)
	for _, key := range []int{-1, 0} {
		_, err := Copy(context.Background(), brokenWriter{}, NewScanner(strings.NewReader(text)),
			Options{Columns: columns, Key: key, Window: 1000})
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("key %d: %v", key, err)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestACancelledCopyStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rows := strings.NewReader(strings.Repeat("1\n", 10_000))
	_, err := Copy(ctx, io.Discard, NewScanner(rows), Options{Columns: []Column{{"item", BigInteger}}, Key: 0, Window: 100})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Damage behind good records is reported as what it is.
func TestAReadErrorIsPassedOn(t *testing.T) {
	r := io.MultiReader(strings.NewReader("1\n2\n3"), iotest.ErrReader(io.ErrUnexpectedEOF))
	n, err := Copy(context.Background(), io.Discard, NewScanner(r), Options{Columns: []Column{{"item", BigInteger}}, Key: -1})
	if !errors.Is(err, io.ErrUnexpectedEOF) || n != 2 {
		t.Errorf("%d records, %v", n, err)
	}
}

func FuzzCopy(f *testing.F) {
	f.Add([]byte("1,2150-01-01 00:00:00,\"a\"\"b\",1.5\n"))
	f.Add([]byte("1,,\"\n\",\r\n\n2,2150-01-01,x,-1e3"))
	columns := []Column{{"a", BigInteger}, {"b", Time}, {"c", Text}, {"d", Number}}
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		n, err := Copy(context.Background(), &out, NewScanner(bytes.NewReader(data)), Options{Columns: columns, Key: -1})
		if err != nil {
			return
		}
		// What was taken is taken again, to the same bytes.
		var again bytes.Buffer
		m, err := Copy(context.Background(), &again, NewScanner(bytes.NewReader(out.Bytes())), Options{Columns: columns, Key: -1})
		if err != nil || m != n || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("%q became %q (%d records), then %q (%d records): %v", data, out.Bytes(), n, again.Bytes(), m, err)
		}
	})
}
