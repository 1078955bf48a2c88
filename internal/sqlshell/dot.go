package sqlshell

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"m4bench/internal/duck"
)

// dotCommand is a command of the shell itself.
type dotCommand struct {
	name, args, help string
	run              func(s *shell, ctx context.Context, args []string) error
}

// dotCommands is a function because .help lists it.
func dotCommands() []dotCommand {
	return []dotCommand{
		{".headers", "on|off", "print column names, or not", (*shell).headers},
		{".help", "", "list the commands", (*shell).help},
		{".maxrows", "N", "rows that a table shows; 0 means all", (*shell).maxRows},
		{".mode", "MODE", "box, table, markdown, csv, json, jsonlines, line or list", (*shell).mode},
		{".output", "[FILE]", "send results to a file, or back to standard output", (*shell).output},
		{".quit", "", "leave (also .exit)", (*shell).quit},
		{".read", "FILE", "run the statements of a file", (*shell).read},
		{".schema", "[NAME]", "columns and types of all tables and views, or of those named so", (*shell).schema},
		{".tables", "[PART]", "names of tables and views, or of those that contain PART", (*shell).tables},
	}
}

func isDotCommand(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ".") }

func (s *shell) command(ctx context.Context, source string, number int, line string) error {
	fields := strings.Fields(strings.TrimRight(strings.TrimSpace(line), ";"))
	fail := func(err error) error {
		return &Error{Source: source, Line: number, Err: err, text: err.Error()}
	}
	for i, f := range fields {
		fields[i] = strings.Trim(f, `"'`)
	}
	name := fields[0]
	if name == ".exit" {
		name = ".quit"
	}
	if name == ".header" {
		name = ".headers"
	}
	for _, c := range dotCommands() {
		if c.name != name {
			continue
		}
		switch err := c.run(s, ctx, fields[1:]); {
		case errors.Is(err, errQuit), isLocated(err):
			return err
		case err != nil:
			return fail(err)
		}
		return nil
	}
	return fail(fmt.Errorf("no command %s; .help lists them", name))
}

func isLocated(err error) bool {
	var located *Error
	return errors.As(err, &located)
}

func (s *shell) quit(context.Context, []string) error { return errQuit }

func (s *shell) help(context.Context, []string) error {
	for _, c := range dotCommands() {
		fmt.Fprintf(s.out, "%-18s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return nil
}

func (s *shell) headers(_ context.Context, args []string) error {
	if len(args) != 1 || args[0] != "on" && args[0] != "off" {
		return fmt.Errorf("usage: .headers on|off")
	}
	s.settings.Header = args[0] == "on"
	return nil
}

func (s *shell) mode(_ context.Context, args []string) error {
	if len(args) == 1 {
		if mode, ok := modeNamed(args[0]); ok {
			s.settings.Mode = mode
			return nil
		}
	}
	return fmt.Errorf("usage: .mode box|table|markdown|csv|json|jsonlines|line|list")
}

func (s *shell) maxRows(_ context.Context, args []string) error {
	if len(args) == 1 {
		if n, err := strconv.Atoi(args[0]); err == nil && n >= 0 {
			s.settings.MaxRows = n
			return nil
		}
	}
	return fmt.Errorf("usage: .maxrows N")
}

func (s *shell) output(_ context.Context, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("usage: .output [FILE]")
	}
	return s.setOutput(strings.Join(args, ""))
}

func (s *shell) read(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: .read FILE")
	}
	return s.input(ctx, Input{File: true, Text: args[0]})
}

// relations is every table and view a user made, with its name as it is written
// in a query.
const relations = `
SELECT CASE WHEN schema_name = 'main' THEN '' ELSE schema_name || '.' END || name AS qualified, name, schema_name, database_name
FROM (
  SELECT database_name, schema_name, table_name AS name FROM duckdb_tables() WHERE NOT internal
  UNION ALL
  SELECT database_name, schema_name, view_name FROM duckdb_views() WHERE NOT internal
)`

func (s *shell) tables(ctx context.Context, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("usage: .tables [PART]")
	}
	part := strings.ToLower(strings.Trim(strings.Join(args, ""), "%"))
	rows, err := s.db.Query(ctx, "SELECT qualified FROM ("+relations+") WHERE contains(lower(qualified), ?) ORDER BY qualified", part)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		fmt.Fprintln(s.results(), visible(name))
	}
	return rows.Err()
}

func (s *shell) schema(ctx context.Context, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("usage: .schema [NAME]")
	}
	name := strings.ToLower(strings.Join(args, ""))
	rows, err := s.db.Query(ctx, `
SELECT r.qualified, c.column_name, c.data_type
FROM (`+relations+`) r
JOIN duckdb_columns() c ON c.table_name = r.name AND c.schema_name = r.schema_name AND c.database_name = r.database_name
WHERE $1 = '' OR lower(r.qualified) = $1 OR lower(r.name) = $1
ORDER BY r.qualified, c.column_index`, name)
	if err != nil {
		return err
	}
	defer rows.Close()
	out, last := s.results(), ""
	for rows.Next() {
		var table, column, kind string
		if err := rows.Scan(&table, &column, &kind); err != nil {
			return err
		}
		switch {
		case table != last && last == "":
			fmt.Fprintf(out, "CREATE TABLE %s (\n", visible(table))
		case table != last:
			fmt.Fprintf(out, "\n);\n\nCREATE TABLE %s (\n", visible(table))
		default:
			fmt.Fprint(out, ",\n")
		}
		last = table
		fmt.Fprintf(out, "  %s %s", visible(plainIdent(column)), kind)
	}
	switch {
	case rows.Err() != nil:
		return rows.Err()
	case last != "":
		fmt.Fprint(out, "\n);\n")
	case name != "":
		return fmt.Errorf("no table or view %s; .tables lists them", name)
	}
	return nil
}

// plainIdent quotes a name only where SQL needs it.
func plainIdent(name string) string {
	for i := range len(name) {
		if c := name[i]; c >= 0x80 || !isWord(c) || c >= 'A' && c <= 'Z' || i == 0 && c >= '0' && c <= '9' {
			return duck.Ident(name)
		}
	}
	return name
}
