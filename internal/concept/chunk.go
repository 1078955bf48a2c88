package concept

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"m4bench/internal/ehr"
)

// chunkStays is how many ICU stays a partitioned concept is built for at once.
// Its hash tables then stay small, however large the database is.
const chunkStays = 4000

// chunk is a range of partition keys, open below and closed above. The last one
// is open above and holds the rows without a key.
type chunk struct {
	after, upTo sql.NullInt64
}

func (c chunk) where(key string) string {
	switch {
	case c.after.Valid && c.upTo.Valid:
		return fmt.Sprintf("%s > %d AND %s <= %d", key, c.after.Int64, key, c.upTo.Int64)
	case c.upTo.Valid:
		return fmt.Sprintf("%s <= %d", key, c.upTo.Int64)
	default:
		return fmt.Sprintf("(%s > %d OR %s IS NULL)", key, c.after.Int64, key)
	}
}

// chunks cuts the keys of the ICU stays into ranges of about size stays; nothing
// if one range would do.
func (b *Build) chunks(ctx context.Context, key string, size int) ([]chunk, error) {
	query := fmt.Sprintf(`SELECT max(%[1]s) FROM (SELECT %[1]s, (row_number() OVER (ORDER BY %[1]s) - 1) // %[2]d AS part FROM %[3]s WHERE %[1]s IS NOT NULL)
		GROUP BY part ORDER BY part`, key, size, b.Where.Source+SourceName("icu.icustays"))
	rows, err := b.DB.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []chunk
	var after sql.NullInt64
	for rows.Next() {
		c := chunk{after: after}
		if err := rows.Scan(&c.upTo); err != nil {
			return nil, err
		}
		if c.upTo == after {
			continue // the ties of one key stay together
		}
		list, after = append(list, c), c.upTo
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(list) < 2 {
		return nil, nil
	}
	list[len(list)-1].upTo = sql.NullInt64{}
	return list, nil
}

// widerRanges is how many times as many stays a range of another table's ids
// stands for: such ids are scattered over the table, which is read once a range.
const widerRanges = 8

// ranges cuts the ids of a source table into ranges of equal width, as many as
// the number of ICU stays asks for; nothing if one range would do.
func (b *Build) ranges(ctx context.Context, key, table string) ([]chunk, error) {
	stays, err := b.DB.QueryInt(ctx, "SELECT count(*) FROM "+b.Where.Source+SourceName("icu.icustays"))
	if err != nil {
		return nil, err
	}
	var low, high sql.NullInt64
	query := fmt.Sprintf("SELECT min(%[1]s), max(%[1]s) FROM %[2]s", key, b.Where.Source+SourceName(table))
	if err := b.DB.Conn().QueryRowContext(ctx, query).Scan(&low, &high); err != nil {
		return nil, err
	}
	per := int64(b.chunkSize() * widerRanges)
	n := (stays + per - 1) / per
	if n < 2 || !low.Valid || high.Int64-low.Int64 < n {
		return nil, nil
	}
	var list []chunk
	var after sql.NullInt64
	for i := range n {
		c := chunk{after: after, upTo: sql.NullInt64{Int64: low.Int64 + (high.Int64-low.Int64)/n*(i+1), Valid: i < n-1}}
		list, after = append(list, c), c.upTo
	}
	return list, nil
}

// chunkNames spells refs and sources as their rows of one chunk, where they have
// the partition key.
func (b *Build) chunkNames(ctx context.Context, key string, c chunk) Names {
	return b.partNames(ctx, b.Where.Names(), key, c.where(key))
}

// partNames spells refs and sources as those of their rows that meet a condition
// on the partition key, where they have that key.
func (b *Build) partNames(ctx context.Context, whole Names, key, condition string) Names {
	part := func(table string) string {
		return fmt.Sprintf("(SELECT * FROM %s WHERE %s)", table, condition)
	}
	return Names{
		Source: func(table string) string {
			if sourceHas(table, key) {
				return part(whole.Source(table))
			}
			return whole.Source(table)
		},
		Ref: func(ref *Concept) string {
			table := whole.Ref(ref)
			if b.has(ctx, table, key) {
				return part(table)
			}
			return table
		},
	}
}

func sourceHas(table, key string) bool {
	for _, source := range ehr.Databases() {
		if t, ok := source.Table(SourceName(table)); ok {
			_, has := t.Column(key)
			return has
		}
	}
	return false
}

// has asks whether a built table has a column.
func (b *Build) has(ctx context.Context, table, column string) bool {
	return b.DB.Exec(ctx, fmt.Sprintf("SELECT %s FROM %s LIMIT 0", column, table)) == nil
}

// create makes a concept's table from its SQL: at once, or, if the concept is
// partitioned and the database large, chunk by chunk.
func (b *Build) create(ctx context.Context, c *Concept, table, sql string) error {
	var parts []chunk
	key, source, ofOther := strings.Cut(c.Header.Partition, " of ")
	var err error
	switch {
	case ofOther:
		parts, err = b.ranges(ctx, key, source)
	case key != "":
		parts, err = b.chunks(ctx, key, b.chunkSize())
	}
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return b.DB.Exec(ctx, "CREATE OR REPLACE TABLE "+table+" AS\n"+sql)
	}
	for i, part := range parts {
		rendered, err := b.Library.Render(c.Name, b.Edition, b.chunkNames(ctx, key, part))
		if err != nil {
			return err
		}
		statement := "INSERT INTO " + table + "\n"
		if i == 0 {
			statement = "CREATE OR REPLACE TABLE " + table + " AS\n"
		}
		if err := b.DB.Exec(ctx, statement+rendered.SQL); err != nil {
			return err
		}
	}
	return nil
}

func (b *Build) chunkSize() int {
	if b.ChunkStays > 0 {
		return b.ChunkStays
	}
	return chunkStays
}
