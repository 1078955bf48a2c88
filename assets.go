// Package m4bench holds what clinicians read and the program embeds: the SQL of
// the concepts, the editions, the tasks, the skills and the dictionary.
package m4bench

import "embed"

// Library is the embedded tree with the folders concepts, dictionary,
// editions, skills and tasks.
//
//go:embed all:concepts all:dictionary all:editions all:tasks all:skills
var Library embed.FS

// Prices is the price table that is shipped. It lists nothing: see its own words.
//
//go:embed prices.toml
var Prices []byte
