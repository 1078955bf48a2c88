# make demo   runs the whole benchmark on synthetic patients, without credentials
# make test   passes every test
# Both install what this machine lacks (scripts/setup).

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
with_go = go_dir=$$(scripts/setup $(1)); export PATH="$$go_dir:$$PATH"

# What is shown to agents holds nothing of the benchmark.
build_programs = go build -trimpath -o bin/ ./cmd/m4bench ./cmd/duckdb; \
	CGO_ENABLED=0 go build -trimpath -o bin/ ./cmd/m4chat ./cmd/m4shim

.PHONY: help build demo image test test-isolation audit-discriminates lint goldens bench bench-import bench-eval bench-run bench-concepts bench-explain reproduce clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

build: ## build bin/m4bench and the programs that it puts into sandboxes
	$(call with_go,build); $(build_programs)

demo: ## synthetic patients, three scripted agents, scores, report
	$(call with_go,demo); $(build_programs); bin/m4bench demo

image: ## the agents' container image from Debian's packages, without a registry
	$(call with_go,image); $(build_programs); scripts/duckdb-library bin/libduckdb.so; mkdir -p .tools; \
	scripts/base-image m4bench-base .tools/base.tar; bin/m4bench image build --base m4bench-base --offline

test: ## formatting, vet and every test
	$(call with_go,test); \
	unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not gofmt'ed: $$unformatted"; exit 1; fi; \
	scripts/with-docker bash -c 'set -e; go vet ./...; go test -timeout 45m ./...'

test-isolation: ## every sandbox driver × every case: pass or fail
	$(call with_go,test); scripts/with-docker bash -o pipefail -c \
	  'M4BENCH_TEST_KILLS=$${M4BENCH_TEST_KILLS:-50} go test -json -timeout 45m -run "^Test(Docker|DockerRunsc|Bwrap|BwrapWithoutControlGroups|None|AKilled.*|ADaemonThatRestarts.*|DockersProcessors.*)$$" ./internal/sandbox | go run ./cmd/isolation'

audit-discriminates: ## every one-rule mistake in every task is told apart on 1,000 synthetic stays, or proven to change nothing
	$(call with_go,build); go build -trimpath -o bin/ ./cmd/m4bench; \
	dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; \
	for source in mimic-iv eicu; do \
	  bin/m4bench data synth $$source --stays 1000 --seed 1 --db $$dir/$$source.duckdb >/dev/null; \
	  bin/m4bench audit discriminates --db $$dir/$$source.duckdb; \
	done

lint: ## golangci-lint with the rules of .golangci.yml
	$(call with_go,build); go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.6.2 run

goldens: ## every concept on every data set and edition against its reference rows
	$(call with_go,build); go run ./cmd/goldens -all

bench: bench-import bench-eval ## the measured ratios of import and evaluator

bench-import: ## import against DuckDB's own typed COPY, 20 M rows
	$(call with_go,build); M4BENCH_BENCH_ROWS=$${M4BENCH_BENCH_ROWS:-20000000} go test -run '^$$' -bench Import -benchtime 1x -timeout 60m ./internal/ehr

bench-eval: ## evaluator on 4.1 M rows × 11 columns
	$(call with_go,build); go test -run '^$$' -bench Evaluate -benchtime 1x -timeout 30m ./internal/score

bench-run: ## what a run takes beyond its agent: time, memory of 50 at once, disk, a trace of 1 GB, 200 kills
	$(call with_go,test); $(build_programs); scripts/with-docker bash -euc \
	  'go test -run "^$$" -bench "Overhead|FiftyAtOnce|TraceOfAGigabyte" -benchtime 1x -timeout 40m ./internal/run; \
	   M4BENCH_TEST_KILLS=200 go test -count 1 -v -timeout 20m -run "^TestKilledHarnessesLeaveNothing$$" ./internal/run'

bench-concepts: ## cost of the derived schema against its floor, on synthetic patients
	$(call with_go,build); go build -trimpath -o bin/ ./cmd/m4bench ./cmd/conceptbench; \
	dir=$${BENCH_DIR:-bench-data}; mkdir -p $$dir; \
	for stays in $${BENCH_STAYS:-2000 20000}; do \
	  [ -f $$dir/mimic-$$stays.duckdb ] || bin/m4bench data synth mimic-iv --stays $$stays --seed 1 --db $$dir/mimic-$$stays.duckdb >/dev/null; \
	done; \
	bin/conceptbench $$(for stays in $${BENCH_STAYS:-2000 20000}; do echo $$dir/mimic-$$stays.duckdb; done)

bench-explain: ## how often explain names what is wrong, on databases that its tuning did not see
	$(call with_go,build); go build -trimpath -o bin/ ./cmd/m4bench ./cmd/explainbench; \
	dir=$${BENCH_DIR:-bench-data}; mkdir -p $$dir; stays=$${BENCH_STAYS:-1000}; seed=$${BENCH_SEED:-90210}; files=; \
	for source in eicu mimic-iv; do \
	  file=$$dir/explain-$$source-$$stays-$$seed.duckdb; files="$$files $$file"; \
	  [ -f $$file ] || bin/m4bench data synth $$source --stays $$stays --seed $$seed --db $$file >/dev/null; \
	done; \
	bin/explainbench -seed $$seed -singles $${BENCH_SINGLES:-5} -pairs $${BENCH_PAIRS:-5} $$files

reproduce: ## the published numbers from their own run indexes, each with a verdict
	$(call with_go,build); go run ./cmd/m4bench report --reproduce "$${M4BENCH_SHARED:-../shared}/data/published"

clean: ## remove what the targets above built
	rm -rf bin .tools
