// Package gateway is the only way out of a sandbox. It listens on a unix socket
// in a folder that the sandbox shows, lets the model calls of one provider
// through and nothing else, puts the provider's key in the place of the run's
// token, counts tokens and dollars, and writes the egress record where the agent
// cannot reach it. docs/gateway.md says what leaves and what does not.
package gateway

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// SocketFile is the gateway's socket in its folder.
const SocketFile = "gw.sock"

// Options of one run's gateway.
type Options struct {
	Provider *Provider // nil if the agent calls no model: then every call is refused
	Model    string    // that the run asks for; calls of others are relayed and recorded as ancillary
	Token    string    // stands for the provider's key inside, see NewToken
	Prices   *Prices   // nil for unknown prices
	Egress   io.Writer // one JSON object a line; nil for none
	Limits   Limits    // zero fields are DefaultLimits'
	Now      func() time.Time
	// Transport reaches the provider; nil is one that all gateways share.
	Transport http.RoundTripper
}

// Limits of what an agent can make a gateway do.
type Limits struct {
	Request     int64 // bytes of one request's body
	Response    int64 // bytes of one response
	Connections int   // at once
	Entries     int   // lines of the egress record; what is beyond is counted only
}

// DefaultLimits are above what any of the agents needs.
func DefaultLimits() Limits {
	return Limits{Request: 16 << 20, Response: 256 << 20, Connections: 64, Entries: 50_000}
}

// NewToken makes a run's token. It looks like a key and is worth nothing outside
// the run.
func NewToken() string { return "m4bench-run-" + rand.Text() }

// Gateway serves one run.
type Gateway struct {
	o        Options
	protocol *protocol // nil without a provider
	token    [sha256.Size]byte
	revoked  atomic.Bool
	server   *http.Server
	stop     context.CancelFunc
	served   chan error
	calls    sync.WaitGroup
	entering sync.Mutex // between a call that comes in and the gateway's end
	egress   *egress
	count    tally
	closing  sync.Once
	closeErr error
}

// Open starts a gateway whose socket lies in dir.
func Open(dir string, o Options) (*Gateway, error) {
	if o.Token == "" {
		return nil, errors.New("gateway: a run needs a token")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Transport == nil {
		o.Transport = sharedTransport()
	}
	o.Limits = o.Limits.orDefault()
	g := &Gateway{o: o, token: sha256.Sum256([]byte(o.Token)), served: make(chan error, 1), egress: newEgress(o.Egress, o.Limits.Entries)}
	g.count.asked, g.count.prices, g.count.now = o.Model, o.Prices, o.Now
	if o.Provider != nil {
		g.protocol = protocols[o.Provider.API]
	}
	path := filepath.Join(dir, SocketFile)
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	// The agent is another user than the harness; what holds strangers off is the
	// folder above, and the token.
	if err := os.Chmod(path, 0o666); err != nil {
		return nil, errors.Join(fmt.Errorf("gateway: %w", err), listener.Close())
	}
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	g.server = &http.Server{
		Handler:           g,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 30 * time.Second,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          quiet(),
	}
	go func() { g.served <- g.server.Serve(limitListener(listener, o.Limits.Connections)) }()
	return g, nil
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Request == 0 {
		l.Request = d.Request
	}
	if l.Response == 0 {
		l.Response = d.Response
	}
	if l.Connections == 0 {
		l.Connections = d.Connections
	}
	if l.Entries == 0 {
		l.Entries = d.Entries
	}
	return l
}

// Close revokes the run's token, ends what is under way, and completes the
// egress record. It may be called more than once.
func (g *Gateway) Close() error {
	g.closing.Do(func() { g.closeErr = g.end() })
	return g.closeErr
}

func (g *Gateway) end() error {
	g.entering.Lock()
	g.revoked.Store(true)
	g.entering.Unlock()
	g.stop()
	err := g.server.Close()
	if served := <-g.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	g.calls.Wait()
	if err = errors.Join(err, g.egress.failure()); err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	return nil
}

// enter counts a call in, unless the run is over.
func (g *Gateway) enter() bool {
	g.entering.Lock()
	defer g.entering.Unlock()
	if g.revoked.Load() {
		return false
	}
	g.calls.Add(1)
	return true
}

// Usage is what went through so far.
func (g *Gateway) Usage() Usage { return g.count.usage() }

// Looked records that the agent asked for the address of a name, which nobody
// answers.
func (g *Gateway) Looked(name string) {
	g.egress.write(Entry{Time: g.o.Now().UTC(), Method: "DNS", Path: clip(name), Decision: Refused, Reason: "there is no name service"})
	g.count.looked()
}

// admits says whether a request carries the run's token, in a time that does not
// depend on how much of it is right.
func (g *Gateway) admits(r *http.Request) bool {
	given := sha256.Sum256([]byte(tokenOf(r)))
	return subtle.ConstantTimeCompare(given[:], g.token[:]) == 1 && !g.revoked.Load()
}
