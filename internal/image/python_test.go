//go:build linux

package image_test

import (
	"bytes"
	"strings"
	"testing"

	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
)

// python runs a script in the agents' image, as an agent would.
func python(t *testing.T, script string) (stdout, stderr string) {
	t.Helper()
	driver := sandboxtest.RequireDocker(t, sandbox.DockerName)
	limits := sandbox.DefaultLimits()
	box, err := driver.Prepare(t.Context(), sandbox.Spec{ID: "python", Argv: []string{"python3", "-"}, Stdin: []byte(script), Limits: limits,
		Env: map[string]string{"M4BENCH_SQL_MEMORY": "500MB", "M4BENCH_SQL_THREADS": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	var out, errs bytes.Buffer
	if _, err := sandbox.Supervise(t.Context(), box, limits, &out, &errs); err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String()
}

const everyType = `SELECT true, 1::TINYINT, -2::SMALLINT, 3, 4::BIGINT, 2::HUGEINT ** 100, 1.5::FLOAT, 2.5::DOUBLE,
 TIMESTAMP '2150-01-02 03:04:05.5', DATE '2150-01-02', TIME '01:02:03', INTERVAL 36 HOUR, 'short', 'longer than twelve bytes: ü',
 'x'::BLOB, 12.345::DECIMAL(9,3), -12345678901234567890.123::DECIMAL(30,3), 'b'::ENUM('a','b'), [1, NULL], {'a': 1},
 MAP {'k': 1}, NULL, NULL::DOUBLE, '', TIMESTAMPTZ '2150-01-02 03:04:05+00'`

func TestPythonReadsEveryType(t *testing.T) {
	stdout, stderr := python(t, `
import duckdb
con = duckdb.connect()
for value in con.execute("""`+everyType+`""").fetchone(): print(repr(value))
print(con.execute("SELECT current_setting('threads')").fetchall())`)
	want := `True
1
-2
3
4
1.2676506002282294e+30
1.5
2.5
datetime.datetime(2150, 1, 2, 3, 4, 5, 500000)
datetime.date(2150, 1, 2)
datetime.time(1, 2, 3)
datetime.timedelta(days=1, seconds=43200)
'short'
'longer than twelve bytes: ü'
b'x'
Decimal('12.345')
Decimal('-12345678901234567890.123')
'b'
[1, None]
{'a': 1}
{'k': 1}
None
None
''
datetime.datetime(2150, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
[(1,)]
`
	if stdout != want || stderr != "" {
		t.Errorf("stdout\n%s\nstderr\n%s", stdout, stderr)
	}
}

// Frames over several chunks, with and without gaps, keep their types; results
// are fetched piecemeal; parameters, errors and registered frames work.
func TestPythonWorksWithFrames(t *testing.T) {
	stdout, stderr := python(t, `
import duckdb, pandas
con = duckdb.connect("new.duckdb")
con.execute("CREATE TABLE t AS SELECT range i, if(range % 3 = 0, NULL, range) j, 'x' || range s, TIMESTAMP '2150-01-01' + to_hours(range) w FROM range(5000)")
f = con.execute("FROM t").df()
print([str(d) for d in f.dtypes], f.i.sum(), f.j.count(), f.s[4999], f.w[4999])
print(con.execute("FROM t").fetchmany(2)[1][:3], con.fetchone()[0], len(con.fetchall()), con.fetchone())
print(con.execute("SELECT ? + 1, ?, ?", [41, "a", None]).fetchall(), con.execute("SELECT $n", {"n": 7}).fetchall())
con.register("mine", pandas.DataFrame({"stay": [1, 2], "name": ["x", None], "at": pandas.to_datetime(["2150-01-01", None])}))
print(con.sql("SELECT * FROM mine ORDER BY stay").fetchall())
try: con.execute("SELECT * FROM nothing")
except duckdb.Error as e: print(str(e).splitlines()[0])
con.close()
import os; os.chmod("new.duckdb", 0o444)
with duckdb.connect("new.duckdb") as read: print(read.execute("SELECT count(*) FROM t").fetchone())
`)
	want := `['int64', 'float64', 'object', 'datetime64[ns]'] 12497500 3333 x4999 2150-07-28 07:00:00
(1, 1, 'x1') 2 4997 None
[(42, 'a', None)] [(7,)]
[(1, 'x', datetime.datetime(2150, 1, 1, 0, 0)), (2, None, None)]
Catalog Error: Table with name nothing does not exist!
(5000,)
`
	if stdout != want || stderr != "" {
		t.Errorf("stdout\n%s\nstderr\n%s", stdout, stderr)
	}
}

func TestTheImageHasTheAgentsPrograms(t *testing.T) {
	driver := sandboxtest.RequireDocker(t, sandbox.DockerName)
	limits := sandbox.DefaultLimits()
	box, err := driver.Prepare(t.Context(), sandbox.Spec{ID: "programs", Limits: limits,
		Argv: []string{"sh", "-c", "id -un; codex --version; claude --version; echo SELECT 42 | duckdb -csv | tail -n 1; find / -xdev -perm /6000 -type f 2>/dev/null"}})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	var out, errs bytes.Buffer
	if _, err := sandbox.Supervise(t.Context(), box, limits, &out, &errs); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 || lines[0] != "agent" || !strings.HasPrefix(lines[1], "codex-cli ") || !strings.Contains(lines[2], "Claude Code") || lines[3] != "42" {
		t.Errorf("stdout %q, stderr %q", lines, errs.String())
	}
}
