package gateway

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Headers that pass through the gateway. All others stay where they are: cookies,
// account names, addresses.
var (
	requestHeaders  = []string{"Accept", "User-Agent", "Anthropic-Version", "Anthropic-Beta", "Openai-Beta"}
	responseHeaders = []string{"Content-Type", "Retry-After", "Retry-After-Ms", "Request-Id", "X-Request-Id", "X-Should-Retry"}
	responsePrefix  = []string{"X-Ratelimit-", "Anthropic-Ratelimit-"}
)

// retries are the pauses before the provider is tried again where no connection
// came about: nothing has left then. All other failures are the agent's to repeat.
var retries = []time.Duration{250 * time.Millisecond, time.Second}

// relay sends the call to the provider and passes its answer on as it comes.
func (k *call) relay() {
	response, err := k.send()
	if err != nil {
		k.entry.Decision = Failed
		if k.over() {
			k.entry.Reason = "the agent hung up"
			return
		}
		k.fault = "the provider could not be reached: " + plainFault(err)
		k.answer(Failed, http.StatusBadGateway, k.fault)
		return
	}
	defer response.Body.Close()
	k.upstream = response.StatusCode
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		k.fault = "the provider answered with a redirect, which is not followed"
		k.answer(Failed, http.StatusBadGateway, k.fault)
		return
	}
	k.entry.Decision, k.entry.Status = Relayed, response.StatusCode
	k.pass(response)
}

// send makes the request. It holds nothing of the agent's but the checked body
// and the headers that are let through.
func (k *call) send() (*http.Response, error) {
	p := k.g.o.Provider
	address := *p.Base
	address.Path += k.path
	address.RawQuery = k.query()
	for try := 0; ; try++ {
		request, err := http.NewRequestWithContext(k.r.Context(), http.MethodPost, address.String(), bytes.NewReader(k.body))
		if err != nil {
			return nil, err
		}
		for _, name := range requestHeaders {
			if value := k.r.Header.Get(name); value != "" {
				request.Header.Set(name, value)
			}
		}
		request.Header.Set("Content-Type", "application/json")
		if p.Key != "" {
			k.g.protocol.sendKey(request.Header, p.Key)
		}
		// A RoundTripper follows no redirect.
		response, err := k.g.o.Transport.RoundTrip(request)
		if try > 0 {
			k.entry.Tries = try + 1
		}
		if err == nil || !notConnected(err) || try == len(retries) || !pause(k.r.Context(), retries[try]) {
			return response, err
		}
	}
}

// query keeps the parameters that the protocol needs.
func (k *call) query() string {
	given, kept := k.r.URL.Query(), url.Values{}
	for name, value := range k.g.protocol.query {
		if given.Get(name) == value {
			kept.Set(name, value)
		}
	}
	return kept.Encode()
}

// notConnected says that no connection came about, so that nothing was sent.
func notConnected(err error) bool {
	var fault *net.OpError
	return errors.As(err, &fault) && fault.Op == "dial"
}

// plainFault is what went wrong, without the address: a base URL is the user's
// own affair.
func plainFault(err error) string {
	var fault *net.OpError
	if errors.As(err, &fault) {
		return fault.Op + ": " + fault.Err.Error()
	}
	var address *url.Error
	if errors.As(err, &address) {
		return address.Err.Error()
	}
	return err.Error()
}

// pass copies the answer, piece by piece, to the agent and through the meter.
func (k *call) pass(response *http.Response) {
	for name, values := range response.Header {
		if passes(name) {
			k.w.Header()[name] = values
		}
	}
	k.meter = newMeter(response.Header.Get("Content-Type"))
	k.w.WriteHeader(response.StatusCode)
	err := k.copy(response.Body)
	k.meter.end()
	if k.endpoint.answers && k.upstream == http.StatusOK {
		if k.meter.tokens != (Tokens{}) || k.meter.complete {
			tokens := k.meter.tokens
			k.entry.Tokens = &tokens
		}
		k.fault = k.meter.fault
		k.entry.Reason = k.fault
	}
	if err == nil || k.meter.finished {
		return // agents hang up on an answer's last event, before its connection ends
	}
	k.entry.Decision, k.entry.Reason = Failed, clip(err.Error())
	if !errors.Is(err, errHungUp) {
		k.fault = err.Error()
	}
	if !k.over() {
		panic(http.ErrAbortHandler) // so that the agent sees an answer that broke off, not one that ended
	}
}

func passes(name string) bool {
	for _, prefix := range responsePrefix {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, allowed := range responseHeaders {
		if name == allowed {
			return true
		}
	}
	return false
}

var errHungUp = errors.New("the agent hung up")

func (k *call) copy(from io.Reader) error {
	flush := http.NewResponseController(k.w)
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		if n > 0 {
			_, _ = k.meter.Write(piece[:n])
			k.entry.ResponseBytes += int64(n)
			if k.entry.ResponseBytes > k.g.o.Limits.Response {
				return fmt.Errorf("the answer is larger than %d bytes", k.g.o.Limits.Response)
			}
			if _, err := k.w.Write(piece[:n]); err != nil {
				return errHungUp
			}
			if err := flush.Flush(); err != nil {
				return errHungUp
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && k.over():
			return errHungUp
		case err != nil:
			return fmt.Errorf("the provider's answer broke off: %s", plainFault(err))
		}
	}
}
