package ehr

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"m4bench/internal/ehr/csvstream"
	"m4bench/internal/progress"
)

// values has a column of every type.
var values = Table{Schema: "main", Name: "vals", Columns: columns(`
	id    INTEGER
	big   BIGINT
	small INTEGER
	num   DOUBLE
	at    TIMESTAMP
	day   DATE
	text  VARCHAR`)}

// Fields of every type and form arrive in the table as what they mean.
func TestFieldsArriveAsTheyAreMeant(t *testing.T) {
	db := memoryDB(t)
	path := filepath.Join(t.TempDir(), "vals.csv")
	l, err := newLoader(t.Context(), db, loader{windows: 1 << 20, progress: progress.Silent{}})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(drawRow), 1, 30).Draw(rt, "rows")
		var csv strings.Builder
		csv.WriteString(header(values) + "\n")
		for i, r := range rows {
			fmt.Fprintf(&csv, "%d,%s\n", i, strings.Join(r.fields, ","))
		}
		writeFile(t, path, csv.String())
		if err := db.Exec(t.Context(), "CREATE OR REPLACE "+strings.TrimPrefix(values.CreateSQL(), "CREATE ")); err != nil {
			rt.Fatal(err)
		}
		var info TableInfo
		if err := l.readCSV(t.Context(), values, File{Name: "vals.csv", Path: path, Format: plainCSV}, "", &info); err != nil {
			rt.Fatal(err)
		}
		err := eachRow(t.Context(), db, "SELECT * FROM vals ORDER BY id", func(scan func(...any) error) error {
			var id int
			got := make([]any, 6)
			if err := scan(&id, &got[0], &got[1], &got[2], &got[3], &got[4], &got[5]); err != nil {
				return err
			}
			for i := range got {
				if want := rows[id].meant[i]; shownValue(got[i]) != shownValue(want) {
					rt.Errorf("%s %q became %v, want %v", values.Columns[i+1].Name, rows[id].fields[i], got[i], want)
				}
			}
			return nil
		})
		if err != nil {
			rt.Fatal(err)
		}
		if int(info.Rows) != len(rows) {
			rt.Errorf("%d rows of %d", info.Rows, len(rows))
		}
	})
}

func shownValue(v any) string {
	if t, ok := v.(time.Time); ok {
		return t.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(v)
}

// row is a row of fields as a file writes them, and what they mean.
type row struct {
	fields []string
	meant  []any
}

func drawRow(t *rapid.T) row {
	var r row
	add := func(plain string, meant any) {
		switch rapid.IntRange(0, 9).Draw(t, "form") {
		case 0:
			plain, meant = rapid.SampledFrom([]string{"", `""`}).Draw(t, "missing"), nil
		case 1:
			plain = `"` + strings.ReplaceAll(plain, `"`, `""`) + `"`
		default:
			if strings.ContainsAny(plain, "\",\n\r") {
				plain = `"` + strings.ReplaceAll(plain, `"`, `""`) + `"`
			}
		}
		r.fields, r.meant = append(r.fields, plain), append(r.meant, meant)
	}
	big := rapid.Int64Range(csvstream.MissingInt+1, math.MaxInt64).Draw(t, "big")
	add(strconv.FormatInt(big, 10), big)
	small := rapid.Int32().Draw(t, "small")
	add(fmt.Sprintf(rapid.SampledFrom([]string{"%d", "%d.0", "%d.", " %d "}).Draw(t, "small form"), small), small)
	num := rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }).Draw(t, "num")
	add(strconv.FormatFloat(num, rapid.SampledFrom([]byte{'f', 'e', 'g'}).Draw(t, "num form"), -1, 64), num)
	at := time.Unix(rapid.Int64Range(-60_000_000_000, 200_000_000_000).Draw(t, "at"), 0).UTC()
	add(at.Format(rapid.SampledFrom([]string{"2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04:05.000", "2006-01-02T15:04:05Z", "2006-01-02 15:04:05+00:00"}).Draw(t, "at form")), at)
	day := at.Truncate(24 * time.Hour)
	add(at.Format(rapid.SampledFrom([]string{"2006-01-02", "2006-01-02 15:04:05"}).Draw(t, "day form")), day)
	text := rapid.StringMatching(`[a-zé ",;'\n-]{1,8}`).Draw(t, "text")
	add(text, text)
	return r
}
