package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// object is a JSON object.
type object = map[string]any

// maxDepth of a request's JSON; messages with tool schemas stay below 30.
const maxDepth = 128

// parseObject reads a request's body as the one JSON object it must be. What two
// readers could understand in two ways is refused: a name that is there twice,
// or text that is not UTF-8.
func parseObject(body []byte) (object, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("the body is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	value, err := parseValue(dec, 0)
	if err != nil {
		return nil, fmt.Errorf("the body is no JSON that can be checked: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the body goes on after its JSON")
	}
	o, ok := value.(object)
	if !ok {
		return nil, errors.New("the body is no JSON object")
	}
	return o, nil
}

func parseValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deep")
	}
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return parseMembers(dec, depth)
	case json.Delim('['):
		items := []any{}
		for dec.More() {
			item, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		_, err = dec.Token()
		return items, err
	}
	return token, nil
}

func parseMembers(dec *json.Decoder, depth int) (any, error) {
	members := object{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name := token.(string)
		if _, twice := members[name]; twice {
			return nil, fmt.Errorf("%q stands twice in one object", clip(name))
		}
		if members[name], err = parseValue(dec, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return members, err
}

// clip shortens text of the agent's for records and messages.
func clip(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
