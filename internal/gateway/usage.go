package gateway

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Tokens of one or more calls. Input, CachedInput and CacheWrite have no token
// in common, whichever way a provider counts.
type Tokens struct {
	Input       int64 `json:"input"`        // neither read from nor written to the provider's cache
	CachedInput int64 `json:"cached_input"` // read from its cache
	CacheWrite  int64 `json:"cache_write"`  // written to its cache
	Output      int64 `json:"output"`       // reasoning included
	Reasoning   int64 `json:"reasoning"`    // of the output
}

// Plus is the sum of two counts.
func (t Tokens) Plus(u Tokens) Tokens {
	return Tokens{t.Input + u.Input, t.CachedInput + u.CachedInput, t.CacheWrite + u.CacheWrite, t.Output + u.Output, t.Reasoning + u.Reasoning}
}

// Total is all tokens, each once.
func (t Tokens) Total() int64 { return t.Input + t.CachedInput + t.CacheWrite + t.Output }

// ModelUsage is what one model was used for.
type ModelUsage struct {
	Model    string   `json:"model"`            // as the agent asked for it
	Asked    bool     `json:"asked"`            // it is the run's model; others are ancillary
	Served   []string `json:"served,omitempty"` // what the provider said it was, where that is another name
	Requests int      `json:"requests"`
	Tokens   Tokens   `json:"tokens"`
	Dollars  *float64 `json:"dollars"` // null if the price is unknown
}

// Usage is what went through a gateway.
type Usage struct {
	Requests    int `json:"requests"` // all that came, the harmless ones left out
	Relayed     int `json:"relayed"`  // that the provider answered
	Succeeded   int `json:"succeeded"`
	Refused     int `json:"refused"`      // violations: calls that must not leave
	RateLimited int `json:"rate_limited"` // answered with 429
	ServerFault int `json:"server_fault"` // answered with 5xx, or with a fault within the stream
	Rejected    int `json:"rejected"`     // answered with another 4xx, such as a wrong key or no credit
	Failed      int `json:"failed"`       // could not be relayed, or broke off
	// Uncounted answers of a model told no tokens, or were cut off before they did:
	// the sums below are then less than what was used.
	Uncounted int          `json:"uncounted"`
	Names     int          `json:"names"`      // that the agent asked the addresses of
	Sent      int64        `json:"sent_bytes"` // of the bodies of calls that left
	Received  int64        `json:"received_bytes"`
	Tokens    Tokens       `json:"tokens"`
	Dollars   *float64     `json:"dollars"` // null if any part of it is unknown
	Models    []ModelUsage `json:"models"`
	// LastFault says what was wrong with the last call, if the provider or the way
	// to it was: an agent that ended on it could not go on.
	LastFault string `json:"last_fault,omitempty"`
}

// tally adds calls up.
type tally struct {
	mu     sync.Mutex
	asked  string
	prices *Prices
	now    func() time.Time
	u      Usage
	ended  time.Time // when the last call that may leave ended
}

// looked counts a question for an address.
func (c *tally) looked() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.u.Names++
}

// add counts a call that is over.
func (c *tally) add(k *call) {
	if k.entry.Decision == Answered {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.u.Requests++
	switch k.entry.Decision {
	case Refused:
		c.u.Refused++
		return
	case Relayed:
		c.u.Relayed++
	case Failed:
		c.u.Failed++
	}
	c.u.Sent += k.entry.RequestBytes
	c.u.Received += k.entry.ResponseBytes
	c.outcome(k)
	if k.endpoint.answers && k.upstream == 200 {
		c.tokens(k)
	}
}

// outcome of a call that may leave. A call that the agent or the end of its run
// broke off says nothing about the provider.
func (c *tally) outcome(k *call) {
	fault := k.fault
	switch {
	case k.upstream == 429:
		c.u.RateLimited++
	case k.upstream >= 500:
		c.u.ServerFault++
	case k.upstream >= 400:
		c.u.Rejected++
	case fault != "" && k.entry.Decision == Relayed:
		c.u.ServerFault++
	case fault == "" && k.upstream != 0 && k.entry.Decision == Relayed:
		c.u.Succeeded++
	}
	if fault == "" && k.upstream >= 400 {
		fault = fmt.Sprintf("the provider answered with status %d", k.upstream)
	}
	if k.endpoint.answers && (fault != "" || k.entry.Decision == Relayed) {
		c.u.LastFault = fault
	}
}

func (c *tally) tokens(k *call) {
	if !k.meter.complete {
		c.u.Uncounted++
	}
	c.u.Tokens = c.u.Tokens.Plus(k.meter.tokens)
	i := slices.IndexFunc(c.u.Models, func(m ModelUsage) bool { return m.Model == k.entry.Model })
	if i < 0 {
		if len(c.u.Models) >= maxModels {
			i = len(c.u.Models) - 1
		} else {
			i = len(c.u.Models)
			c.u.Models = append(c.u.Models, ModelUsage{Model: k.entry.Model, Asked: k.entry.Model == c.asked})
		}
	}
	m := &c.u.Models[i]
	m.Requests++
	m.Tokens = m.Tokens.Plus(k.meter.tokens)
	if s := k.meter.served; s != "" && s != m.Model && !slices.Contains(m.Served, s) && len(m.Served) < maxModels {
		m.Served = append(m.Served, s)
	}
}

// maxModels bounds the names that an agent can have kept.
const maxModels = 20

// usage is a copy with its dollars.
func (c *tally) usage() Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.u
	u.Models = make([]ModelUsage, len(c.u.Models))
	sum, known := 0.0, c.u.Uncounted == 0
	for i, m := range c.u.Models {
		m.Served = slices.Clone(m.Served)
		if dollars, ok := c.prices.Dollars(m.Model, m.Tokens, c.now()); ok {
			m.Dollars = &dollars
			sum += dollars
		} else {
			known = false
		}
		u.Models[i] = m
	}
	if known {
		u.Dollars = &sum
	}
	return u
}
