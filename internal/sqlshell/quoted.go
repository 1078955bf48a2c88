package sqlshell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// nullMark is what DuckDB writes, unquoted, for NULL while every other value is
// quoted.
const nullMark = "N"

// readQuoted reads csv in which every value but NULL is quoted, as DuckDB
// writes it for this package.
func readQuoted(r io.Reader, columns int, row func([]cell) error) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		if _, err := in.Peek(1); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read rows: %w", err)
		}
		cells := make([]cell, columns)
		for i := range cells {
			end := byte(',')
			if i == columns-1 {
				end = '\n'
			}
			c, err := readCell(in, end)
			if err != nil {
				return fmt.Errorf("read rows: column %d: %w", i+1, err)
			}
			cells[i] = c
		}
		if err := row(cells); err != nil {
			return err
		}
	}
}

func readCell(in *bufio.Reader, end byte) (cell, error) {
	first, err := in.ReadByte()
	if err != nil {
		return cell{}, unexpected(err)
	}
	if first != '"' {
		rest, err := in.ReadString(end)
		if err != nil {
			return cell{}, unexpected(err)
		}
		if text := string(first) + strings.TrimSuffix(rest, string(end)); text != nullMark {
			return cell{}, fmt.Errorf("%q is neither quoted nor NULL", text)
		}
		return cell{null: true}, nil
	}
	var text strings.Builder
	for {
		part, err := in.ReadString('"')
		if err != nil {
			return cell{}, unexpected(err)
		}
		text.WriteString(part[:len(part)-1])
		next, err := in.ReadByte()
		if err != nil {
			return cell{}, unexpected(err)
		}
		switch next {
		case '"':
			text.WriteByte('"')
		case end:
			return cell{text: text.String()}, nil
		default:
			return cell{}, fmt.Errorf("%q after a closing quote", next)
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
