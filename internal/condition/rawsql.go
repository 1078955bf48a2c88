package condition

import (
	"fmt"
	"strings"
	"sync"

	"m4bench/internal/concept"
	"m4bench/internal/schema"
	"m4bench/internal/task"
)

var libraries = sync.OnceValues(task.EmbeddedLibraries)

// rawSQL is the reference's SQL as a skill: one statement that reads source tables
// alone, of the default edition, without the comments that explain it.
func rawSQL(t *task.Task, seen *schema.Seen) (SkillFile, error) {
	libs, err := libraries()
	if err != nil {
		return SkillFile{}, err
	}
	lib := libs[t.Database]
	edition, err := lib.Edition(concept.CurrentEdition)
	if err != nil {
		return SkillFile{}, err
	}
	sql, err := lib.Standalone(t.Reference, edition, concept.SourceName)
	if err != nil {
		return SkillFile{}, fmt.Errorf("SQL of task %s: %w", t.ID, err)
	}
	sql = seen.SQL(sql, output(t))
	name := t.GoldenName() + "-sql"
	description := fmt.Sprintf("DuckDB SQL for: %s. Reads the source tables alone.", t.Title)
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\ndescription: %q\n---\n\n# %s\n\n```sql\n%s```\n", name, description, t.Title, sql)
	return fileOf(name, description, b.String()), nil
}
