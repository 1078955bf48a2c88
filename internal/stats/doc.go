// Package stats holds the estimates, intervals and tests of the benchmark.
//
// It works on a Sample: one number a task (usually the difference between two
// conditions, averaged over models and trials) and the family the task belongs
// to. Families are the independent units: tasks of one family share a clinical
// concept, a skill text and often a reference query, so that fifteen families
// and not twenty-eight tasks carry the evidence. Repeated trials never enter as
// if they were independent tasks.
//
// Every result is the same on every machine and thread count: generators are
// seeded, sums run from left to right, and products that are summed are rounded
// first (an explicit float64 conversion), so that no fused multiply-add slips in.
package stats
