package agent

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"m4bench/internal/sandbox"
)

// ProgramsVariable names the folder into which scripts/agent-clis unpacks.
const ProgramsVariable = "M4BENCH_CLIS"

// ChatProgram is the built-in loop. It comes with m4bench, and is shown in every
// sandbox that needs it, whatever image that has.
const ChatProgram = "m4chat"

// Program is an agent's program on this machine.
type Program struct {
	Name    string
	Path    string // of a native program, or of the script that starts it
	Version string // "" if it does not say
	folder  string // that must be shown too, "" if the program is one file
}

// Mounts show the program in a sandbox whose image does not have it.
func (p Program) Mounts() []sandbox.Mount {
	mounts := []sandbox.Mount{{Host: p.Path, Inside: sandbox.ProgramDir + "/" + p.Name}}
	for _, name := range helpers[p.Name] {
		if helper := filepath.Join(filepath.Dir(filepath.Dir(p.Path)), name); isProgram(helper) {
			mounts = append(mounts, sandbox.Mount{Host: helper, Inside: sandbox.ProgramDir + "/" + filepath.Base(helper)})
		}
	}
	if p.folder != "" {
		mounts = append(mounts, sandbox.Mount{Host: p.folder, Inside: insideFolder(p.Name)})
	}
	return mounts
}

// helpers are programs that a program brings along and looks for beside itself:
// Codex tells its models to search with rg, and without the other one models that
// act by writing programs, such as gpt-6, can do nothing at all.
var helpers = map[string][]string{"codex": {"bin/codex-code-mode-host", "codex-path/rg"}}

// insideFolder is where a program's own files lie; its start script knows it too.
func insideFolder(name string) string { return "/opt/" + name }

// ProgramError is a program that is not here; exit code 5.
type ProgramError struct {
	Name string
	How  string // to get it
}

func (e *ProgramError) Error() string {
	return fmt.Sprintf("the program %s is not on this machine: %s", e.Name, e.How)
}

// ExitCode says that the environment lacks something.
func (e *ProgramError) ExitCode() int { return 5 }

// FindProgram looks for an agent's program: where scripts/agent-clis puts it, then
// on the path. Of a package of npm it finds the native program inside.
func FindProgram(name string, getenv func(string) string) (Program, error) {
	if name == ChatProgram {
		return findOwn(name)
	}
	pin := pinOf(name)
	for _, cache := range caches(getenv) {
		dir := filepath.Join(cache, name+"-"+pin.Version)
		for _, place := range nativePlaces[name] {
			if path := filepath.Join(dir, place); isProgram(path) {
				return withFolder(Program{Name: name, Path: path, Version: pin.Version}, dir), nil
			}
		}
	}
	if p, ok := onPath(name, getenv("PATH")); ok {
		return p, nil
	}
	how := "run scripts/agent-clis " + name
	if pkg := npmNames[name]; pkg != "" {
		how += ", or npm install -g " + pkg + "@" + pin.Version
	}
	return Program{}, &ProgramError{name, how}
}

// nativePlaces are where a package of npm for this platform keeps its program.
var nativePlaces = map[string][]string{
	"codex":  {"vendor/x86_64-unknown-linux-musl/bin/codex", "vendor/x86_64-unknown-linux-musl/codex/codex", "vendor/aarch64-unknown-linux-musl/bin/codex"},
	"claude": {"claude"},
	"gemini": {"start"},
	"pi":     {"start"},
}

// npmNames are the packages of native programs as one installs them.
var npmNames = map[string]string{"codex": "@openai/codex", "claude": "@anthropic-ai/claude-code"}

// nativePackages are the packages that the package with the start script brings
// along, relative to the folder node_modules that holds both.
var nativePackages = map[string][]string{
	"codex":  {"@openai/codex-linux-x64", "@openai/codex-linux-arm64"},
	"claude": {"@anthropic-ai/claude-code-linux-x64", "@anthropic-ai/claude-code-linux-arm64"},
}

func caches(getenv func(string) string) []string {
	var dirs []string
	if dir, err := filepath.Abs(getenv(ProgramsVariable)); err == nil && getenv(ProgramsVariable) != "" {
		dirs = append(dirs, dir)
	}
	if own, err := os.Executable(); err == nil {
		dirs = append(dirs, filepath.Join(filepath.Dir(filepath.Dir(own)), ".tools", "clis"))
	}
	return dirs
}

// withFolder adds the folder of a program that is more than one file.
func withFolder(p Program, dir string) Program {
	if filepath.Base(p.Path) == "start" {
		p.folder = dir
	}
	return p
}

// onPath follows a start script of npm to the native program of its package.
func onPath(name, path string) (Program, bool) {
	for _, dir := range filepath.SplitList(path) {
		found, err := filepath.EvalSymlinks(filepath.Join(dir, name))
		if err != nil || !filepath.IsAbs(found) || !isProgram(found) {
			continue
		}
		if isELF(found) {
			return Program{Name: name, Path: found, Version: packageVersion(found)}, true
		}
		for _, native := range besides(name, found) {
			if isProgram(native) && isELF(native) {
				return Program{Name: name, Path: native, Version: packageVersion(native)}, true
			}
		}
	}
	return Program{}, false
}

// besides lists where the native program of a start script may lie: in a folder
// node_modules of its own package or of any folder above.
func besides(name, script string) []string {
	var all []string
	for dir := filepath.Dir(script); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		for _, pkg := range nativePackages[name] {
			for _, place := range nativePlaces[name] {
				all = append(all, filepath.Join(dir, "node_modules", pkg, place))
			}
		}
	}
	return all
}

// packageVersion is what the package says that a program lies in.
func packageVersion(program string) string {
	for dir := filepath.Dir(program); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			continue
		}
		var p struct {
			Version string `json:"version"`
		}
		_ = json.Unmarshal(text, &p) // a package without a version says nothing
		version, _, _ := strings.Cut(p.Version, "-linux-")
		return version
	}
	return ""
}

// findOwn looks for a program of ours: beside this one, or on the path.
func findOwn(name string) (Program, error) {
	own, err := os.Executable()
	if err != nil {
		return Program{}, fmt.Errorf("find %s: %w", name, err)
	}
	if path := filepath.Join(filepath.Dir(own), name); isProgram(path) {
		return Program{Name: name, Path: path}, nil
	}
	if path, err := exec.LookPath(name); err == nil {
		if path, err = filepath.Abs(path); err == nil {
			return Program{Name: name, Path: path}, nil
		}
	}
	return Program{}, &ProgramError{name, "it is built beside m4bench by make build"}
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func isELF(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	n, err := f.Read(head)
	return err == nil && n == 4 && string(head) == "\x7fELF"
}
