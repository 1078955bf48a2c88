// Package mimic writes synthetic patients down as MIMIC-IV would: one file a
// kind of record.
package mimic

import (
	"fmt"
	"slices"
)

// item is an entry of MIMIC-IV's item dictionary, with what its rows look like.
type item struct {
	index    int // among all items
	id       int64
	label    string
	linksTo  string
	category string
	unit     string // as charted
	param    string
	words    []string // texts that a coded row stands for
	numbers  []int    // numbers that go with the texts, if any do
	more     int      // how many more texts than one are ticked at a time
}

func (it *item) number() int64 { return it.id }

// items lists all items. Every kind of record adds its own.
var items []*item

func add(id int64, label, linksTo, category, unit, param string) *item {
	if slices.ContainsFunc(items, func(i *item) bool { return i.id == id }) {
		panic(fmt.Sprintf("mimic: item %d is declared twice", id))
	}
	it := &item{index: len(items), id: id, label: label, linksTo: linksTo, category: category, unit: unit, param: param}
	items = append(items, it)
	return it
}

// numeric declares a charted number.
func numeric(id int64, label, category, unit string) *item {
	return add(id, label, "chartevents", category, unit, "Numeric")
}

// coded declares a charted text out of a list.
func coded(id int64, label, category string, words ...string) *item {
	it := add(id, label, "chartevents", category, "", "Text")
	it.words = words
	return it
}

// scored declares a charted text that has a number too.
func scored(id int64, label, category string, numbers []int, words ...string) *item {
	it := coded(id, label, category, words...)
	it.numbers = numbers
	return it
}

// checkbox declares a charted tick.
func checkbox(id int64, label, category string) *item {
	it := scored(id, label, category, []int{0, 1}, "0", "1")
	it.param = "Checkbox"
	return it
}
