package run

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"m4bench/internal/agent"
	"m4bench/internal/gateway"
)

// Upstream is who answers an agent's model calls, as the user says it.
type Upstream struct {
	BaseURL string                   // "" is the provider's own
	Key     gateway.Secret           // "" is the one in the environment
	Getenv  func(name string) string // of the harness
	Prices  *gateway.Prices
}

// provider for a protocol; nil if the agent calls no model.
func (u Upstream) provider(api agent.API) (*gateway.Provider, error) {
	if api == agent.NoAPI {
		return nil, nil
	}
	name := gateway.API(api)
	key := u.Key
	if variable := gateway.KeyVariable(name); variable != "" && u.Getenv != nil {
		key = cmp.Or(key, gateway.Secret(u.Getenv(variable)))
	}
	return gateway.NewProvider(name, u.BaseURL, key)
}

// maxKeyFile bounds what is read of a file with a key.
const maxKeyFile = 16 << 10

// ReadKey reads a key from a file that holds nothing else.
func ReadKey(path string) (gateway.Secret, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", &UsageError{fmt.Errorf("--key-file: %w", err)}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if err != nil {
		return "", &UsageError{fmt.Errorf("--key-file: %w", err)}
	}
	key := strings.TrimSpace(string(text))
	if key == "" || len(text) > maxKeyFile || strings.ContainsAny(key, " \t\r\n") {
		return "", &UsageError{errors.New("--key-file: " + path + " does not hold one key and nothing else")}
	}
	return gateway.Secret(key), nil
}
