package synth

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"testing"

	"m4bench/internal/testdata"
)

// A processor that multiplies and adds in one step rounds once where others
// round twice, and would invent other patients. So no such instruction may come
// out of these packages, even where the compiler may use them.
func TestNoProductIsFusedWithASum(t *testing.T) {
	args := []string{"build", "-gcflags=m4bench/internal/ehr/synth/...=-S", "./internal/ehr/synth/random", "./internal/ehr/synth/course"}
	env := append(os.Environ(), "GOAMD64=v3", "GOARCH=amd64")
	if runtime.GOARCH == "amd64" {
		args = append(args, "./internal/ehr/synth/mimic", "./internal/ehr/synth/eicu")
	} else {
		env = append(env, "CGO_ENABLED=0") // the others link DuckDB
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = testdata.Root(), env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("build for a processor that can fuse: %v\n%s", err, out)
	}
	fused := regexp.MustCompile(`\(\S*/(internal/ehr/synth/\S+\.go:\d+)\)\s+VFN?M(ADD|SUB)\S*`)
	for _, m := range fused.FindAllSubmatch(out, -1) {
		t.Errorf("%s: round the product (float64(a*b)) before it is added", m[1])
	}
	if len(out) < 100_000 {
		t.Errorf("the compiler printed only %d bytes of assembly", len(out))
	}
}
