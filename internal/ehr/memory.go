package ehr

import (
	"fmt"
	"math"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
)

// DefaultMemory is what an import takes unless told otherwise.
const DefaultMemory = "2GB"

// minMemory is the least an import works with.
const minMemory = 512_000_000

var memoryText = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(I?)B?$`)

// ParseMemory reads an amount such as 1GB, 800MB or 1.5GiB, in bytes.
func ParseMemory(text string) (int64, error) {
	m := memoryText.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text)))
	if m == nil {
		return 0, &InputError{fmt.Sprintf("memory %q is no amount: write it as 800MB or 1.5GiB", text)}
	}
	base := 1000.0
	if m[3] != "" {
		base = 1024
	}
	number, _ := strconv.ParseFloat(m[1], 64) // the pattern leaves only numbers
	bytes := number * math.Pow(base, float64(strings.Index(" KMGT", m[2])))
	if m[2] == "" {
		bytes = number
	}
	if bytes < minMemory || bytes > 1<<50 {
		return 0, &InputError{fmt.Sprintf("memory %s: an import needs at least %d MB", text, minMemory/1_000_000)}
	}
	return int64(bytes), nil
}

// budget divides the memory that the whole process may take.
type budget struct {
	duckdb  int64 // DuckDB's own limit, which its process exceeds by up to a half
	windows int   // for bringing rows of one item together
}

func divide(memory int64) budget {
	const mostWindows = 1 << 30 // more saves little
	return budget{
		duckdb:  memory * 2 / 5,
		windows: int(min(memory/4, mostWindows)),
	}
}

// limitGo holds Go's own memory to the windows and a little more, until the
// returned function is called.
func (b budget) limitGo() (restore func()) {
	before := debug.SetMemoryLimit(int64(b.windows) + 64<<20)
	return func() { debug.SetMemoryLimit(before) }
}
