// Command goldens builds the concept library on every data set that has
// reference rows and prints, for each concept and edition, whether the rows are
// equal. Exit code 3 if any differ.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"text/tabwriter"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/golden"
)

type options struct {
	dirs     []string
	sets     *regexp.Regexp
	names    *regexp.Regexp
	editions []string
	threads  int
	shuffle  int
	examples bool
	all      bool
}

func main() {
	o := parse()
	differing, err := run(context.Background(), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "goldens:", err)
		os.Exit(1)
	}
	if differing > 0 {
		fmt.Printf("%d tables differ\n", differing)
		os.Exit(3)
	}
	fmt.Println("all equal")
}

func parse() options {
	sets := flag.String("sets", "", "regular expression for data sets")
	names := flag.String("concepts", "", "regular expression for concepts (whole name)")
	edition := flag.String("edition", "", "one edition; default both")
	threads := flag.Int("threads", 0, "DuckDB threads")
	shuffle := flag.Int("shuffle", 0, "seed; other than 0, the rows of every source table are shuffled first")
	examples := flag.Bool("v", false, "print examples of differing rows")
	all := flag.Bool("all", false, "print equal tables too")
	flag.Parse()
	o := options{
		dirs: flag.Args(), sets: regexp.MustCompile(*sets), names: regexp.MustCompile("^(" + *names + ")"),
		editions: []string{"current", "m4bench-v1"}, threads: *threads, shuffle: *shuffle, examples: *examples, all: *all,
	}
	if *names != "" {
		o.names = regexp.MustCompile("^(?:" + *names + ")$")
	}
	if *edition != "" {
		o.editions = []string{*edition}
	}
	if len(o.dirs) == 0 {
		o.dirs = []string{"internal/testdata", sharedData()}
	}
	return o
}

func sharedData() string {
	if dir := os.Getenv("M4BENCH_SHARED"); dir != "" {
		return filepath.Join(dir, "data")
	}
	return filepath.Join("..", "shared", "data")
}

func run(ctx context.Context, o options) (int, error) {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer table.Flush()
	seen := map[string]bool{}
	differing := 0
	for _, dir := range o.dirs {
		sets, err := golden.Sets(dir)
		if err != nil {
			return 0, err
		}
		for _, s := range sets {
			if seen[s.Name] || !o.sets.MatchString(s.Name) {
				continue
			}
			seen[s.Name] = true
			n, err := compareSet(ctx, o, s, table)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", s.Name, err)
			}
			differing += n
			table.Flush()
		}
	}
	return differing, nil
}

func compareSet(ctx context.Context, o options, s golden.Set, table *tabwriter.Writer) (int, error) {
	db, err := duck.Open(ctx, duck.Options{Threads: o.threads})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	if err := golden.Load(ctx, db, s); err != nil {
		return 0, err
	}
	if o.shuffle != 0 {
		if err := golden.LoadShuffled(ctx, db, s.Database(), o.shuffle); err != nil {
			return 0, err
		}
	}
	lib, err := concept.Load(os.DirFS("."), s.Library())
	if err != nil {
		return 0, err
	}
	wanted := func(c golden.Case) bool { return o.names.MatchString(c.Name) || o.names.MatchString(c.Concept) }
	differing := 0
	for _, edition := range o.editions {
		outcomes, err := golden.Check(ctx, db, s, lib, edition, wanted)
		if err != nil {
			return 0, err
		}
		for _, outcome := range outcomes {
			if !outcome.Equal() {
				differing++
			}
			o.print(table, s, outcome)
		}
	}
	return differing, nil
}

func (o options) print(table *tabwriter.Writer, s golden.Set, outcome golden.Outcome) {
	if !outcome.Equal() || o.all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", s.Name, outcome.Case.Edition, outcome.Case.Concept, outcome)
	}
	if o.examples {
		for _, example := range outcome.Difference.Examples {
			fmt.Fprintf(table, "    %s\n", example)
		}
	}
}
