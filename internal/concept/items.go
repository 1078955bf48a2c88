package concept

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"m4bench/internal/duck"
)

// Item is an item id that the library reads, with the label that its dictionary
// gives it. The labels are those of the dictionaries of MIMIC-IV demo 2.2.
type Item struct {
	Dictionary string // d_items or d_labitems
	ID         int64
	Label      string
	Exception  string // why a difference is no news; empty if there is none
}

// ItemDrift is an item id whose label in the installed dictionary is another
// than the one the derivation was written for, or that is not there at all.
type ItemDrift struct {
	Dictionary string `json:"dictionary"`
	ID         int64  `json:"itemid"`
	Expected   string `json:"expected_label"`
	Found      string `json:"found_label,omitempty"`
	Missing    bool   `json:"missing"`
	Exception  string `json:"exception,omitempty"` // declared reason; such a difference is no fault
}

func (d ItemDrift) String() string {
	if d.Missing {
		return fmt.Sprintf("%s has no item %d (%s)", d.Dictionary, d.ID, d.Expected)
	}
	return fmt.Sprintf("%s calls item %d %q; it was written for %q", d.Dictionary, d.ID, d.Found, d.Expected)
}

// itemsFile lies beside the groups of a database that has item dictionaries.
const itemsFile = "items.csv"

func (lib *Library) loadItems(library fs.FS) error {
	name := path.Join("concepts", lib.Database, itemsFile)
	file, err := library.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.FieldsPerRecord = 4
	lines, err := reader.ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for n, line := range lines[min(1, len(lines)):] {
		id, err := strconv.ParseInt(line[1], 10, 64)
		if err != nil {
			return fmt.Errorf("%s:%d: %q is no item id", name, n+2, line[1])
		}
		if _, twice := lib.items[id]; twice {
			return fmt.Errorf("%s:%d: item %d is listed twice", name, n+2, id)
		}
		lib.items[id] = Item{Dictionary: line[0], ID: id, Label: line[2], Exception: line[3]}
	}
	return nil
}

// itemID looks like an item id of MIMIC-IV: charted items count from 220001,
// laboratory ones from 50801.
var itemID = regexp.MustCompile(`\b(2[2-9]\d{4}|5[0-3]\d{3})\b`)

var comment = regexp.MustCompile(`--[^\n]*`)

// itemsIn lists the items that a piece of SQL names, each once, in order.
func (lib *Library) itemsIn(sql string) (known []Item, unknown []int64) {
	seen := map[int64]bool{}
	for _, text := range itemID.FindAllString(comment.ReplaceAllString(sql, ""), -1) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || seen[id] {
			continue
		}
		seen[id] = true
		if item, ok := lib.items[id]; ok {
			known = append(known, item)
		} else {
			unknown = append(unknown, id)
		}
	}
	return known, unknown
}

// dictionaries are the schemas of the tables that name items.
var dictionaries = map[string]string{"d_items": "icu.d_items", "d_labitems": "hosp.d_labitems"}

// labels of an installed dictionary by item id; nil if it is not installed.
type labels map[string]map[int64]string

// installedLabels reads the dictionaries beside the source tables.
func installedLabels(ctx context.Context, db *duck.DB, where Where) (labels, error) {
	found := labels{}
	for name, table := range dictionaries {
		qualified := where.Source + SourceName(table)
		if db.Exec(ctx, "SELECT itemid, label FROM "+qualified+" LIMIT 0") != nil {
			continue
		}
		if err := found.read(ctx, db, name, qualified); err != nil {
			return nil, fmt.Errorf("read dictionary %s: %w", name, err)
		}
	}
	return found, nil
}

func (l labels) read(ctx context.Context, db *duck.DB, name, table string) error {
	rows, err := db.Query(ctx, "SELECT itemid, coalesce(min(label), '') FROM "+table+" WHERE itemid IS NOT NULL GROUP BY itemid")
	if err != nil {
		return err
	}
	defer rows.Close()
	l[name] = map[int64]string{}
	for rows.Next() {
		var id int64
		var label string
		if err := rows.Scan(&id, &label); err != nil {
			return err
		}
		l[name][id] = label
	}
	return rows.Err()
}

// drift compares the items that a piece of SQL names with the installed
// dictionaries. One that is not installed tells nothing.
func (lib *Library) drift(installed labels, sql string) []ItemDrift {
	var found []ItemDrift
	items, _ := lib.itemsIn(sql)
	for _, item := range items {
		dictionary, ok := installed[item.Dictionary]
		if !ok {
			continue
		}
		label, there := dictionary[item.ID]
		if there && label == item.Label {
			continue
		}
		found = append(found, ItemDrift{
			Dictionary: item.Dictionary, ID: item.ID, Expected: item.Label, Found: label, Missing: !there, Exception: item.Exception,
		})
	}
	return found
}

// DriftWarnings says in a few lines where the installed dictionaries differ from
// those that the built concepts were written for, declared exceptions left out.
func DriftWarnings(built []Built) []string {
	var lines []string
	missing := map[string][]string{}
	seen := map[int64]bool{}
	for _, b := range built {
		for _, d := range b.Drift {
			switch {
			case seen[d.ID] || d.Exception != "":
			case d.Missing:
				missing[d.Dictionary] = append(missing[d.Dictionary], fmt.Sprintf("%d (%s)", d.ID, d.Expected))
			default:
				lines = append(lines, fmt.Sprintf("%s: %s", b.Concept, d))
			}
			seen[d.ID] = true
		}
	}
	for _, dictionary := range slices.Sorted(maps.Keys(missing)) {
		lines = append(lines, missingWarning(dictionary, missing[dictionary]))
	}
	return lines
}

const namedItems = 5 // of those missing; the others are counted

func missingWarning(dictionary string, items []string) string {
	rest := ""
	if len(items) > namedItems {
		rest = fmt.Sprintf(" and %d more", len(items)-namedItems)
	}
	return fmt.Sprintf("%s lacks item ids that the derivations read, %d in all: %s%s",
		dictionary, len(items), strings.Join(items[:min(namedItems, len(items))], ", "), rest)
}

// AuditItems compares every item that an edition's concepts read with the
// dictionaries of a database. Each item is listed once; checked is how many there
// are, and without how many of them have no dictionary here at all.
func (lib *Library) AuditItems(ctx context.Context, db *duck.DB, where Where, e *Edition) (drift []ItemDrift, checked, without int, err error) {
	installed, err := installedLabels(ctx, db, where)
	if err != nil {
		return nil, 0, 0, err
	}
	var all strings.Builder
	for _, c := range lib.Concepts() {
		if !lib.Has(e, c.Name) {
			continue
		}
		rendered, err := lib.Render(c.Name, e, where.Names())
		if err != nil {
			return nil, 0, 0, err
		}
		fmt.Fprintln(&all, rendered.SQL)
	}
	items, _ := lib.itemsIn(all.String())
	for _, item := range items {
		if installed[item.Dictionary] == nil {
			without++
		}
	}
	return lib.drift(installed, all.String()), len(items), without, nil
}
