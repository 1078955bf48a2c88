package score

import (
	"math"
	"strconv"
)

// Result is how far an output agrees with a reference. Rates are between 0 and
// 1 and rounded to 8 decimals; counts are rows or cells.
type Result struct {
	Task      string `json:"task"`
	Output    string `json:"output"`
	Reference string `json:"reference"`

	// Reward is the mean of the match rates of all scored columns.
	Reward float64 `json:"reward"`
	// Failure says why nothing could be scored; the reward is then 0.
	Failure string `json:"failure,omitempty"`

	Columns  Columns `json:"columns"`
	Keys     Keys    `json:"keys"`
	Rows     Rows    `json:"rows"`
	Coverage float64 `json:"coverage"` // share of reference rows whose key the output has
	// ExactRows counts rows in which every scored column matches.
	ExactRows Share `json:"exact_rows"`

	// NMAE is the normalised mean absolute error of the ordered value columns
	// over rows whose key is in both files, as published; null if there are none.
	NMAE *float64 `json:"nmae"`
	// NMAEAll counts each missing, extra and duplicate row as an error of 1.
	NMAEAll *float64 `json:"nmae_all"`

	Strict     Strict      `json:"strict"`
	NaturalKey *NaturalKey `json:"natural_key,omitempty"`
	Notes      []string    `json:"notes"`
}

// Rows says what became of every row. Output is the sum of the four after it.
type Rows struct {
	Reference int `json:"reference"`
	Output    int `json:"output"`
	Matched   int `json:"matched"`   // first row with a key of the reference
	Unknown   int `json:"unknown"`   // first row with a key that the reference lacks
	Duplicate int `json:"duplicate"` // a key that an earlier row has
	Invalid   int `json:"invalid"`   // no row, or a row without a usable key
}

// Keys compares the two sets of keys.
type Keys struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	Matched   int     `json:"matched"`
	Missing   int     `json:"missing"`
	Extra     int     `json:"extra"`     // unknown keys, and invalid rows beyond the missing ones
	Duplicate int     `json:"duplicate"` // rows whose key an earlier row has

	Parts    []KeyPart   `json:"parts"`
	Examples KeyExamples `json:"examples"`
}

// KeyPart says how many unknown keys would be known if one key column did not count.
type KeyPart struct {
	Column         string  `json:"column"`
	KnownWithoutIt int     `json:"known_without_it"`
	Share          float64 `json:"share"` // of the unknown keys
}

// KeyExamples shows the first few keys of each kind.
type KeyExamples struct {
	Missing   []KeyExample  `json:"missing"`
	Unknown   []KeyExample  `json:"unknown"`
	Duplicate []KeyExample  `json:"duplicate"`
	Invalid   []LineExample `json:"invalid"`
}

// KeyExample is a key and where the output has it.
type KeyExample struct {
	Key  map[string]string `json:"key"`
	Line int               `json:"line,omitempty"`
}

// LineExample is a line that makes no row.
type LineExample struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// Column is the agreement of one scored column. Total is the sum of Matched,
// Mismatched, Unreadable, Missing, and the extra and duplicate rows.
type Column struct {
	Name      string  `json:"-"`
	Role      string  `json:"role"`
	Type      string  `json:"type"`
	Unit      string  `json:"unit,omitempty"`
	Tolerance float64 `json:"tolerance"` // absolute, in the unit; seconds for times
	Absent    bool    `json:"absent"`    // the output has no such column

	MatchRate float64 `json:"match_rate"`
	// ChanceCorrected is 0 for writing the reference's majority value in every
	// row and 1 for full agreement; null if that would already agree fully.
	ChanceCorrected *float64 `json:"chance_corrected"`
	Majority        Majority `json:"majority"`

	Total      int `json:"total"`
	Matched    int `json:"matched"`
	Mismatched int `json:"mismatched"`
	Unreadable int `json:"unreadable"`
	Missing    int `json:"missing"`
	Empty      int `json:"empty"`      // of the mismatched: nothing written where the reference has a value
	Unexpected int `json:"unexpected"` // of the mismatched: a value where the reference is empty
	Higher     int `json:"higher"`     // of the mismatched: above the reference, or later
	Lower      int `json:"lower"`      // of the mismatched: below the reference, or earlier

	NMAE       *float64   `json:"nmae"`
	NearMisses []NearMiss `json:"near_misses,omitempty"`
	Examples   []Example  `json:"examples"`
}

// Majority is the most frequent value of the reference and the share of rows
// that writing it everywhere would match.
type Majority struct {
	Value string  `json:"value"`
	Rate  float64 `json:"rate"`
}

// NearMiss counts mismatched values by distance from the reference, in the
// column's unit (seconds for times), each up to UpTo and above the one before.
type NearMiss struct {
	UpTo  *float64 `json:"up_to"` // null for everything beyond
	Count int      `json:"count"`
}

// Example is one cell that does not match.
type Example struct {
	Key      map[string]string `json:"key"`
	Expected string            `json:"expected"`
	Found    string            `json:"found"`
	Line     int               `json:"line"`
}

// Share is a number of rows and what share of all rows that is.
type Share struct {
	Count int     `json:"count"`
	Rate  float64 `json:"rate"`
}

// Strict is the pass-or-fail judgement by the task's thresholds.
type Strict struct {
	Passed       bool     `json:"passed"`
	FailedChecks []string `json:"failed_checks"`
}

// NaturalKey compares rows by the columns that name them without a sequence
// number, as multisets.
type NaturalKey struct {
	Columns   []string `json:"columns"`
	Precision float64  `json:"precision"`
	Recall    float64  `json:"recall"`
	F1        float64  `json:"f1"`
	Matched   int      `json:"matched"`
}

// Column returns a scored column by name.
func (r *Result) Column(name string) (Column, bool) {
	for _, c := range r.Columns {
		if c.Name == name {
			return c, true
		}
	}
	return Column{}, false
}

// round8 rounds to 8 decimals as the published evaluator does: the decimal
// nearest to the exact value of the double.
func round8(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', 8, 64), 64)
	return rounded
}

// rate is a share rounded to 8 decimals, 0 of nothing.
func rate(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return round8(float64(part) / float64(whole))
}
