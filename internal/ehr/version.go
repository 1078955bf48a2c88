package ehr

import "fmt"

// Version is a guess at the release that a database was loaded from.
type Version struct {
	Name  string `json:"name"`  // such as "demo 2.2", "3.x" or "unknown"
	Basis string `json:"basis"` // what the guess rests on
}

// release is one published release, as far as it can be recognised.
type release struct {
	source, name string
	rows         map[string]int64  // published row counts, by table
	sums         map[string]string // SHA-256 of published files, by table
}

// The sums are those of the publisher's own lists. Those of the credentialed
// releases are not public: 3.0 and 3.1 have the same numbers of patients,
// admissions and stays, and stay "3.x".
var releases = []release{
	{MIMICIV, "demo 2.2",
		map[string]int64{"patients": 100, "admissions": 275, "icustays": 140},
		map[string]string{
			"admissions": "910b9f160ffdf1e08ea673585393f347c773ccc87d66875c627584a903ae8493",
			"patients":   "59dcc6cd8450ddf03ad32cc7d76e41caa4c9633541715987f590c74835cf6fae",
			"icustays":   "e05e81aa52a3022e522b6832a898101a69b84e64c17bb344d819e458d5bc21b3",
		}},
	{MIMICIV, "2.2", map[string]int64{"patients": 299_712, "admissions": 431_231, "icustays": 73_181}, nil},
	{MIMICIV, "3.x", map[string]int64{"patients": 364_627, "admissions": 546_028, "icustays": 94_458}, nil},
	{EICU, "demo 2.0.1",
		map[string]int64{"patient": 2_520},
		map[string]string{
			"patient":       "15e1eb52169828e3cfff3b67132a087298de4d0365bbb31bb294f6043bffd474",
			"apachepredvar": "99d5a4ab2c5cd07b6ee0a540c86a576e5975ed3b93df8525e3d287d5babf3eae",
		}},
	{EICU, "2.0", map[string]int64{"patient": 200_859}, nil},
}

// guessVersion recognises a release by the checksums of its files, else by the
// number of its rows.
func guessVersion(d Database, tables []TableInfo) Version {
	loaded := map[string]TableInfo{}
	for _, t := range tables {
		loaded[t.Table] = t
	}
	for _, r := range releases {
		if r.source == d.Name && r.sumsMatch(loaded) {
			return Version{r.name, "checksums"}
		}
	}
	for _, r := range releases {
		if r.source == d.Name && r.rowsMatch(loaded) {
			return Version{r.name, "row counts"}
		}
	}
	return Version{"unknown", fmt.Sprintf("neither checksums nor row counts of a release of %s", d.Title)}
}

func (r release) sumsMatch(loaded map[string]TableInfo) bool {
	for table, sum := range r.sums {
		if loaded[table].SHA256 != sum {
			return false
		}
	}
	return len(r.sums) > 0
}

func (r release) rowsMatch(loaded map[string]TableInfo) bool {
	for table, rows := range r.rows {
		if loaded[table].Rows != rows {
			return false
		}
	}
	return true
}
