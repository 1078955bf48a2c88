package review_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"m4bench"
	"m4bench/internal/review"
	"m4bench/internal/task"
)

func texts(t *testing.T) []review.Text {
	t.Helper()
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	all, err := review.Texts(m4bench.Library, tasks)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every family says where it comes from. Nobody has reviewed anything yet: README.md
// and docs/conditions.md say so, and change together with the first sign-off.
func TestShippedProvenance(t *testing.T) {
	provenance, err := review.Load(m4bench.Library)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range tasks.Families() {
		p := provenance[family]
		if p == nil {
			t.Errorf("%s has no %s", family, review.ProvenanceFile)
			continue
		}
		if len(p.Sources) == 0 || len(p.Licences) == 0 || len(p.Changes) == 0 {
			t.Errorf("%s lacks sources, licences or changes", family)
		}
		if len(p.Reviews) != 0 {
			t.Errorf("%s ships with %d sign-offs", family, len(p.Reviews))
		}
	}
	if len(provenance) != len(tasks.Families()) {
		t.Errorf("provenance of %d families, and there are %d", len(provenance), len(tasks.Families()))
	}
}

func TestEveryTextBelongsToAFamily(t *testing.T) {
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, family := range tasks.Families() {
		known[family] = true
	}
	all := texts(t)
	if want := 2*28 + 15; len(all) != want {
		t.Errorf("%d texts, want %d", len(all), want)
	}
	for _, text := range all {
		if !known[text.Family] || text.Content == "" {
			t.Errorf("%s: family %q, %d bytes", text.ID, text.Family, len(text.Content))
		}
	}
}

const start = "family = \"kdigo\" # by hand\n\n[[source]]\ncitation = \"x\"\nused_for = \"y\"\n"

func signed(t *testing.T, text review.Text, s review.Signoff) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), review.ProvenanceFile)
	if err := os.WriteFile(file, []byte(start), 0o644); err != nil {
		t.Fatal(err)
	}
	err := review.Sign(file, text, s)
	content, readErr := os.ReadFile(file)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(content), err
}

func signoff(text review.Text) review.Signoff {
	return review.Signoff{SHA256: text.SHA256()[:12], Reviewer: "A. \"B\" C", Role: "intensivist", Date: "2026-01-02", Verdict: review.Accepted}
}

func TestSignKeepsTheFileAndBindsTheText(t *testing.T) {
	text, err := review.Find(texts(t), "spec:mimic-kdigo-48h")
	if err != nil {
		t.Fatal(err)
	}
	content, err := signed(t, text, signoff(text))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(content, start) {
		t.Errorf("what the file held has changed:\n%s", content)
	}
	p, err := review.Parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Reviews) != 1 || p.Reviews[0].SHA256 != text.SHA256() || p.Reviews[0].Reviewer != "A. \"B\" C" || p.Reviews[0].Text != text.ID {
		t.Errorf("sign-off %+v", p.Reviews)
	}
}

func TestSignRefuses(t *testing.T) {
	all := texts(t)
	text, _ := review.Find(all, "spec:mimic-kdigo-48h")
	other, _ := review.Find(all, "skill:sofa-score")
	change := func(f func(*review.Signoff)) review.Signoff {
		s := signoff(text)
		f(&s)
		return s
	}
	for name, c := range map[string]struct {
		text review.Text
		s    review.Signoff
		says string
	}{
		"another text than was read": {text, change(func(s *review.Signoff) { s.SHA256 = strings.Repeat("0", 64) }), "another text"},
		"too little of the hash":     {text, change(func(s *review.Signoff) { s.SHA256 = s.SHA256[:4] }), "12 digits"},
		"nobody":                     {text, change(func(s *review.Signoff) { s.Reviewer = "" }), "reviewer"},
		"no role":                    {text, change(func(s *review.Signoff) { s.Role = "" }), "role"},
		"no verdict":                 {text, change(func(s *review.Signoff) { s.Verdict = "fine" }), "fine"},
		"remarks without remarks":    {text, change(func(s *review.Signoff) { s.Verdict = review.Remarks }), "remarks"},
		"another family's file":      {other, signoff(other), "family"},
	} {
		content, err := signed(t, c.text, c.s)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
		if content != start {
			t.Errorf("%s: the file has changed", name)
		}
	}
}

func TestStatuses(t *testing.T) {
	text := review.Text{ID: "spec:a", Family: "f", Content: "now"}
	old := review.Text{ID: "spec:a", Family: "f", Content: "then"}
	on := func(text review.Text, verdict review.Verdict) review.Signoff {
		s := signoff(text)
		s.Text, s.SHA256, s.Verdict = text.ID, text.SHA256(), verdict
		return s
	}
	for name, c := range map[string]struct {
		signoffs []review.Signoff
		want     review.State
	}{
		"nobody has looked":            {nil, review.Unreviewed},
		"another text was reviewed":    {[]review.Signoff{{Text: "spec:b", SHA256: text.SHA256(), Verdict: review.Accepted}}, review.Unreviewed},
		"accepted":                     {[]review.Signoff{on(text, review.Accepted)}, review.Reviewed},
		"changed since":                {[]review.Signoff{on(old, review.Accepted)}, review.Changed},
		"rejected, then changed":       {[]review.Signoff{on(old, review.Rejected)}, review.Changed},
		"changed, then accepted again": {[]review.Signoff{on(old, review.Accepted), on(text, review.Accepted)}, review.Reviewed},
		"changed back":                 {[]review.Signoff{on(text, review.Accepted), on(old, review.Accepted)}, review.Reviewed},
		"accepted, then rejected":      {[]review.Signoff{on(text, review.Accepted), on(text, review.Rejected)}, review.Refused},
	} {
		got := review.Statuses([]review.Text{text}, map[string]*review.Provenance{"f": {Family: "f", Reviews: c.signoffs}})
		if len(got) != 1 || got[0].State != c.want {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"an unknown field":             "family = \"f\"\nreviewed = true\n",
		"a sign-off without a verdict": "family = \"f\"\n[[review]]\ntext = \"spec:a\"\nsha256 = \"0\"\nreviewer = \"x\"\nrole = \"y\"\ndate = \"2026-01-02\"\n",
		"no TOML":                      "family",
	} {
		if _, err := review.Parse([]byte(text)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
