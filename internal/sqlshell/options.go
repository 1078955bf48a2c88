package sqlshell

import (
	"strconv"
	"strings"
)

// Options of a shell.
type Options struct {
	Database string // file; empty for a database in memory
	Write    bool
	Memory   string // DuckDB's own limit, such as 2GB
	Threads  int
	Inputs   []Input // in the order given; none means standard input
	Settings Settings
	Help     bool
	Version  bool
}

// Input is SQL from the command line or from a file.
type Input struct {
	File bool
	Text string // statements, or the file's name
}

// Settings are what dot commands can change.
type Settings struct {
	Mode    Mode
	Header  bool
	MaxRows int // rows that a table shows; the rest is counted
}

const defaultMaxRows = 40

// Usage is the help text.
const Usage = `Query a DuckDB database, read-only.

Usage:
  m4bench sql [options] [DATABASE [SQL]...]
  duckdb      [options] [DATABASE [SQL]...]

Without SQL, -c or -f, statements are read from standard input. Without a
database, one in memory is used. Options may begin with one dash or two.

Input:
  -c SQL, -s SQL     run these statements; may be repeated
  -f FILE            run the statements of a file; may be repeated

Output:
  -box               table with frames and types (default)
  -csv               comma-separated values, NULL as nothing
  -json              one JSON array for each query
  -jsonlines         one JSON object a line
  -line              one value a line
  -list              values separated by |
  -markdown          Markdown table
  -table             table in plain characters
  -noheader          no line with column names
  -header            with column names (default)

Database:
  -readonly          as without it
  -readwrite         open for writing; makes the file if there is none
  -memory SIZE       most memory that DuckDB takes, such as 2GB (default $` + MemoryVariable + `)
  -threads N         threads that DuckDB uses (default $` + ThreadsVariable + `)

  -version, -help

Also in a read-only database, CREATE TEMP TABLE and COPY ... TO 'file.csv' work.
In the shell, .help lists the dot commands.

Examples:
  m4bench sql database.duckdb -c "SELECT count(*) FROM mimiciv_icu.icustays"
  m4bench sql -csv database.duckdb -f query.sql > output.csv
  m4bench sql database.duckdb -c ".tables"

Exit codes: 0 all statements ran; 1 a statement failed; 2 wrong options or no such database.
`

// ParseOptions reads a command line; getenv gives the defaults of memory and threads.
func ParseOptions(args []string, getenv func(string) string) (Options, error) {
	o := Options{Settings: Settings{Mode: Box, Header: true, MaxRows: defaultMaxRows}, Memory: getenv(MemoryVariable)}
	if text := getenv(ThreadsVariable); text != "" {
		if err := o.setThreads(ThreadsVariable, text); err != nil {
			return o, err
		}
	}
	var positional []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			positional = append(positional, args...)
			args = nil
		case len(arg) > 1 && arg[0] == '-':
			rest, err := o.option(arg, args)
			if err != nil {
				return o, err
			}
			args = rest
		default:
			positional = append(positional, arg)
		}
	}
	if len(positional) > 0 {
		if positional[0] != ":memory:" {
			o.Database = positional[0]
		}
		for _, text := range positional[1:] {
			o.Inputs = append(o.Inputs, Input{Text: text})
		}
	}
	return o, nil
}

// option takes one option, and its value from args if it has one.
func (o *Options) option(arg string, args []string) (rest []string, err error) {
	name, value, inline := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	take := func() error {
		switch {
		case inline:
		case len(args) > 0:
			value, args = args[0], args[1:]
		default:
			return usagef("option %s needs a value", arg)
		}
		return nil
	}
	if mode, ok := modeNamed(name); ok && !inline {
		o.Settings.Mode = mode
		return args, nil
	}
	switch name {
	case "c", "s", "cmd", "command":
		err = take()
		o.Inputs = append(o.Inputs, Input{Text: value})
	case "f", "file":
		err = take()
		o.Inputs = append(o.Inputs, Input{File: true, Text: value})
	case "memory":
		err = take()
		o.Memory = value
	case "threads":
		if err = take(); err == nil {
			err = o.setThreads(arg, value)
		}
	case "noheader":
		o.Settings.Header = false
	case "header":
		o.Settings.Header = true
	case "readonly":
		o.Write = false
	case "readwrite":
		o.Write = true
	case "batch", "bail", "no-stdin", "unsigned": // what the shell does anyway
	case "h", "help":
		o.Help = true
	case "version":
		o.Version = true
	default:
		return nil, usagef("no option %s; -help lists them", arg)
	}
	return args, err
}

func (o *Options) setThreads(from, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return usagef("%s: %q is no number of threads", from, text)
	}
	o.Threads = n
	return nil
}
