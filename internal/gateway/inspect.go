package gateway

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// What a request may ask for is the model's answer, with tools that the agent
// runs in its sandbox. Whatever would make the provider's servers fetch, search,
// run or remember something for the agent would be a way around the sandbox.

// refusedFields are top-level fields that ask for more, in any of the protocols.
var refusedFields = map[string]string{
	"web_search_options": "web search",
	"web_search":         "web search",
	"search_parameters":  "web search",
	"enable_search":      "web search",
	"plugins":            "plugins of the provider",
	"mcp_servers":        "MCP servers called by the provider",
	"container":          "a container at the provider",
	"conversation":       "a conversation kept at the provider",
	"prompt":             "a prompt kept at the provider",
	"background":         "an answer after the end of the call",
	"models":             "other models in place of the one named",
	"fallbacks":          "other models in place of the one named",
	"cachedContent":      "content kept at the provider",
	"cached_content":     "content kept at the provider",
}

// inspect checks a request's body, and returns the model it names.
func (p *protocol) inspect(body object, pathModel string) (model string, err error) {
	for name, what := range refusedFields {
		if asks(body[name]) {
			return "", fmt.Errorf("%q asks for %s", name, what)
		}
	}
	model, _ = body["model"].(string)
	if pathModel != "" {
		if model != "" && strings.TrimPrefix(model, "models/") != pathModel {
			return "", errors.New("path and body name different models")
		}
		model = pathModel
	}
	if model == "" {
		return "", errors.New("no model is named")
	}
	return model, p.content(body)
}

// asks says whether a field is there and not switched off.
func asks(value any) bool {
	switch v := value.(type) {
	case nil:
		return false
	case bool:
		return v
	case []any:
		return len(v) > 0
	case string:
		return v != ""
	}
	return true
}

// Objects that hold what the model or the agent's own tools wrote, or describe
// such tools: names in them mean nothing to the provider.
var opaque = []string{"args", "arguments", "response", "parameters", "parametersJsonSchema", "input_schema", "inputSchema", "json_schema", "schema", "responseSchema", "responseJsonSchema", "metadata"}

// fetched are fields with an address from which a provider would fetch.
var fetched = []string{"image_url", "file_url", "video_url", "audio_url", "fileUri", "file_uri"}

// content looks for tools and addresses at any depth.
func (p *protocol) content(value any) error {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if err := p.content(item); err != nil {
				return err
			}
		}
	case object:
		return p.members(v)
	}
	return nil
}

func (p *protocol) members(o object) error {
	kind, _ := o["type"].(string)
	if kind == "mcp_call" || kind == "mcp_approval_response" {
		return errors.New("MCP servers called by the provider are not let through")
	}
	for name, value := range o {
		var err error
		switch {
		case name == "tools" && value != nil:
			err = p.checkTools(value)
		case slices.Contains(fetched, name):
			err = checkAddress(name, value)
		case name == "file_id" && asks(value):
			err = errors.New("files kept at the provider are not let through")
		case name == "source":
			err = checkSource(value)
		case slices.Contains(opaque, name), name == "input" && kind == "tool_use":
		default:
			err = p.content(value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func checkAddress(name string, value any) error {
	if o, ok := value.(object); ok {
		value = o["url"]
	}
	if text, ok := value.(string); ok && !strings.HasPrefix(text, "data:") {
		return fmt.Errorf("%s would have the provider fetch an address", name)
	}
	return nil
}

func checkSource(value any) error {
	o, _ := value.(object)
	switch o["type"] {
	case "url":
		return errors.New("a source of type url would have the provider fetch an address")
	case "file":
		return errors.New("files kept at the provider are not let through")
	}
	return nil
}

func (p *protocol) checkTools(value any) error {
	tools, ok := value.([]any)
	if !ok {
		return errors.New("tools is no list")
	}
	for _, t := range tools {
		tool, ok := t.(object)
		if !ok {
			return errors.New("a tool is no object")
		}
		if what := p.tools(tool); what != "" {
			return fmt.Errorf("tool %q is run by the provider's servers, and only tools that the agent runs in its sandbox are let through", clip(what))
		}
		if nested, ok := tool["tools"]; ok && nested != nil {
			if err := p.checkTools(nested); err != nil {
				return err
			}
		}
	}
	return nil
}

// openaiTool returns the kind of a tool that the agent does not run itself, or "".
func openaiTool(tool object) string {
	kind, _ := tool["type"].(string)
	switch kind {
	case "function", "custom", "local_shell", "apply_patch", "namespace":
		return ""
	case "tool_search":
		if tool["execution"] == "client" {
			return ""
		}
	case "shell":
		if environment, _ := tool["environment"].(object); environment == nil || environment["type"] == "local" {
			return ""
		}
	case "":
		return "without a type"
	}
	return kind
}

// anthropicTool: a tool without a type is the agent's own. Those named here have
// a type because the model was trained on them; the agent runs them all the same.
func anthropicTool(tool object) string {
	kind, _ := tool["type"].(string)
	switch {
	case kind == "" && tool["type"] == nil, kind == "custom":
		return ""
	case strings.HasPrefix(kind, "bash_"), strings.HasPrefix(kind, "text_editor_"), strings.HasPrefix(kind, "memory_"):
		return ""
	case strings.HasPrefix(kind, "tool_search_tool_"): // among the tools of the same request
		return ""
	}
	return kind
}

// geminiTool: every kind of tool is a field of its own.
func geminiTool(tool object) string {
	for name := range tool {
		if name != "functionDeclarations" && name != "function_declarations" {
			return name
		}
	}
	return ""
}
