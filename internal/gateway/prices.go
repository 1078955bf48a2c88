package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// Prices is a dated table of what models cost.
type Prices struct {
	SHA256 string // of the file
	rows   []price
}

// price of a model from a day on, in dollars for a million tokens. What is left
// out is unknown.
type price struct {
	Model       string   `toml:"model"` // as the agent asks for it
	Since       string   `toml:"since"` // YYYY-MM-DD
	Input       *float64 `toml:"input"`
	CachedInput *float64 `toml:"cached_input"`
	CacheWrite  *float64 `toml:"cache_write"`
	Output      *float64 `toml:"output"`
	Source      string   `toml:"source"` // where that is published

	since time.Time
}

// ParsePrices reads a price table; name is the file's, for errors.
func ParsePrices(name string, text []byte) (*Prices, error) {
	var table struct {
		Price []price `toml:"price"`
	}
	meta, err := toml.Decode(string(text), &table)
	if err != nil {
		return nil, &UsageError{fmt.Errorf("prices %s: %w", name, err)}
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, &UsageError{fmt.Errorf("prices %s: unknown field %s", name, unknown[0])}
	}
	sum := sha256.Sum256(text)
	for i := range table.Price {
		if err := table.Price[i].check(); err != nil {
			return nil, &UsageError{fmt.Errorf("prices %s, price %d (%s): %w", name, i+1, table.Price[i].Model, err)}
		}
	}
	return &Prices{SHA256: hex.EncodeToString(sum[:]), rows: table.Price}, nil
}

func (p *price) check() (err error) {
	if p.Model == "" || strings.TrimSpace(p.Source) == "" {
		return fmt.Errorf("model and source must be given")
	}
	if p.since, err = time.Parse(time.DateOnly, p.Since); err != nil {
		return fmt.Errorf("since: %q is no date like 2026-01-31", p.Since)
	}
	if p.Input == nil || p.Output == nil {
		return fmt.Errorf("input and output must be given")
	}
	for _, d := range []*float64{p.Input, p.CachedInput, p.CacheWrite, p.Output} {
		if d != nil && (math.IsNaN(*d) || *d < 0 || *d > 1e6) {
			return fmt.Errorf("%v is no price in dollars for a million tokens", *d)
		}
	}
	return nil
}

// Dollars that tokens of a model cost on a day; not ok if any part of that is
// unknown.
func (p *Prices) Dollars(model string, t Tokens, day time.Time) (dollars float64, ok bool) {
	if p == nil {
		return 0, false
	}
	var best *price
	for i := range p.rows {
		row := &p.rows[i]
		if row.Model == model && !row.since.After(day) && (best == nil || row.since.After(best.since)) {
			best = row
		}
	}
	if best == nil {
		return 0, false
	}
	for _, part := range []struct {
		tokens int64
		price  *float64
	}{{t.Input, best.Input}, {t.CachedInput, best.CachedInput}, {t.CacheWrite, best.CacheWrite}, {t.Output, best.Output}} {
		if part.tokens == 0 {
			continue
		}
		if part.price == nil {
			return 0, false
		}
		dollars += float64(part.tokens) / 1e6 * *part.price
	}
	return dollars, true
}
