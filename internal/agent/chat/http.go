package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Bounds of a call to the model.
const (
	maxBody   = 32 << 20
	callTime  = 20 * time.Minute
	maxTries  = 5
	firstWait = time.Second
	maxWait   = 2 * time.Minute
)

// statusError is an answer that says that there is none.
type statusError struct {
	status int
	text   string
	after  time.Duration // that the server asks to wait; 0 if it does not
}

func (e *statusError) Error() string {
	return fmt.Sprintf("the model's server answers with status %d: %s", e.status, e.text)
}

// passing says whether a fault may be gone at the next try.
func passing(err error) bool {
	var s *statusError
	if !errors.As(err, &s) {
		return true
	}
	return s.status == http.StatusTooManyRequests || s.status == http.StatusRequestTimeout || s.status >= 500
}

// post asks, and asks again after faults that may pass.
func post(ctx context.Context, url string, header http.Header, question, answer any) error {
	body, err := json.Marshal(question)
	if err != nil {
		return fmt.Errorf("encode the question to the model: %w", err)
	}
	wait := firstWait
	for try := 1; ; try++ {
		err = once(ctx, url, header, body, answer)
		if err == nil || try == maxTries || ctx.Err() != nil || !passing(err) {
			return err
		}
		pause := wait
		var s *statusError
		if errors.As(err, &s) && s.after > 0 {
			pause = s.after
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(pause, maxWait)):
		}
		wait *= 2
	}
}

func once(ctx context.Context, url string, header http.Header, body []byte, answer any) error {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("ask the model: %w", err)
	}
	request.Header = header.Clone()
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("ask the model: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return fmt.Errorf("read the model's answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return &statusError{response.StatusCode, excerpt(text), after(response.Header)}
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("read the model's answer: %w: %s", err, excerpt(text))
	}
	return nil
}

func after(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, 3600)) * time.Second
}

func excerpt(text []byte) string {
	return strings.ToValidUTF8(string(text[:min(len(text), 500)]), "\uFFFD")
}

// commandOf reads the tool's arguments.
func commandOf(tool, arguments string) (command, wrong string) {
	var in struct {
		Command *string `json:"command"`
	}
	switch err := json.Unmarshal([]byte(arguments), &in); {
	case tool != toolName:
		return "", fmt.Sprintf("There is no tool %q; there is %s.", tool, toolName)
	case err != nil || in.Command == nil:
		return "", `The arguments must be a JSON object with the command as a string: {"command": "ls"}.`
	}
	return *in.Command, ""
}
