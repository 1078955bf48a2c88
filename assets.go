// Package m4bench holds what clinicians read and the program embeds: the SQL of
// the concepts, the editions, the tasks and the skills.
package m4bench

import "embed"

// Library is the embedded tree with the folders concepts, editions, tasks and skills.
//
//go:embed all:concepts all:editions all:tasks all:skills
var Library embed.FS
