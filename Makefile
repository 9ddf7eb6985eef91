# All tools are set up in .venv, from PyPI and the Go module proxy. If the machine has no Go toolchain or no C compiler,
# PyPI provides it. Each step leaves a stamp (.venv/.NAME) and is not repeated while its sources are unchanged.
# pip compiles nothing: Python compiles what is imported. All compiled files would be a third of the environment.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --no-compile
ENGINE := $(PY) build_backend/mcbnc_engine.py
# This runs a command with PATH and CC set for go and a C compiler.
WITH_TOOLS := $(ENGINE) run

LIB := python/mcbnc/_lib/libmcbnc.$(if $(filter Darwin,$(shell uname -s)),dylib,so)
VERSION := python/mcbnc/_version.py
BUILD := $(wildcard build_backend/*.py)
ENGINE_SOURCES := go.mod go.sum $(shell find core cgo include -type f ! -name '*_test.go' ! -path '*/testdata/*')
GO_FILES = $(shell find core cgo tests bench studies scripts -name '*.go')
PY_TESTED := $(wildcard requirements/*.*) README.md CONTRIBUTING.md ARCHITECTURE.md CITATION.cff Dockerfile Makefile include/mcbnc.h $(wildcard examples/*.* examples/gallery/*.py docs/*.py docs/_site/*.py examples/federate/* examples/benchpress/*/* packaging/*/* docs/*.md docs/api/*) \
	$(wildcard bench/*.py bench/rivals/*) scripts/fuzz.py \
	$(shell find python/mcbnc r tests studies -type f ! -name '*.so' ! -path '*/__pycache__/*' ! -path '*/_lib/*')
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
ACTIONLINT := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12

# What wheels are built for. zig builds for all platforms on one machine: manylinux_X_Y_{x86_64,aarch64}, win_amd64,
# macosx_12_0_{x86_64,arm64}. The last three are not tested where they are built.
PLATFORMS ?= manylinux_2_17_x86_64 manylinux_2_17_aarch64

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

CALLED ?= make

.PHONY: help
help: ## Show this list; make -C studies help shows the studies
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  $(CALLED) %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: $(VENV)/.plot $(LIB) ## Learn from ten ALARM clients' rows, fuse, compare, and draw it all
	@mkdir -p build
	$(PY) -m mcbnc demo --out build/demo.png

# What passed runs again only if something that it tests has changed since. make -B always runs it.
.PHONY: test
test: test-go $(VENV)/.passed-small ## Test every promise in small, in about ten minutes: Go -short, C ABI, Python
	@echo "the tests in small: passed, and unchanged since"

.PHONY: test-all
test-all: test-go-all $(VENV)/.passed-slow test-notebooks ## Test the rest: Go in full and with -race, large libraries, slow Python tests, notebooks
	@echo "the slow tests: passed, and unchanged since"

# For each package. Go's own limit is 10 minutes, which a busy machine needs for core/fuse/engine alone.
GOTIMEOUT ?= 60m
GO_TEST = $(WITH_TOOLS) go test -timeout $(GOTIMEOUT) $(GOTESTFLAGS)

# All goroutines start in cgo, core/job and core/run/parallel. So only they, and packages that import them, can have races.
STARTERS := ./cgo ./core/job ./core/run/parallel
RACED = $(shell $(WITH_TOOLS) go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} \
	{{.Imports}} {{.TestImports}} {{.XTestImports}}{{end}}' ./... | awk '/core\/(job|run\/parallel)[] ]/ { print $$1 }')

.PHONY: test-go
test-go: $(VENV)/.tools ## Run the Go tests with few random cases; with -race those of what starts goroutines
	$(GO_TEST) -short ./...
	$(GO_TEST) -short -race $(STARTERS)

.PHONY: test-go-all
test-go-all: $(VENV)/.tools ## Run the Go tests in full; with -race, shortened, those of all that uses goroutines
	$(GO_TEST) ./...
	$(GO_TEST) -short -race $(RACED)

# .ci/run counts whether all of them ran.
.PHONY: raced
raced: $(VENV)/.tools ## List the Go packages that run with -race, first those of test, then those of test-all
	@printf '%s\n' $(STARTERS) $(RACED)

# Whole files go to as many processes as there are processors, but a file whose tests need a quiet machine waits until the
# others are through.
TESTS := tests/capi tests/python studies/tests
# To collect all tests takes half a minute, so a run of the tests that need a quiet machine names their files alone.
ALONE = $(shell grep -lr mark.alone $(TESTS) --include='test_*.py')
PROCESSES ?= auto
SIDE_BY_SIDE = $(WITH_TOOLS) $(PY) -m pytest -n $(PROCESSES) --maxprocesses 8 --dist loadfile

$(VENV)/.passed-small: $(VENV)/.test $(LIB) $(PY_TESTED)
	$(SIDE_BY_SIDE) -m 'not slow and not alone' $(PYTESTFLAGS) $(TESTS)
	$(WITH_TOOLS) $(PY) -m pytest -m 'alone and not slow' $(PYTESTFLAGS) $(ALONE)
	@touch $@

$(VENV)/.passed-slow: $(VENV)/.test-all $(LIB) $(PY_TESTED)
	$(SIDE_BY_SIDE) -m 'slow and not alone' $(PYTESTFLAGS) $(TESTS)
	$(WITH_TOOLS) $(PY) -m pytest -m 'alone and slow' $(PYTESTFLAGS) $(ALONE)
	@touch $@

.PHONY: test-capi
test-capi: $(VENV)/.passed-capi ## Run the C ABI's tests: a C compiler against the header, the raw calls
	@echo "tests/capi: passed, and unchanged since"

# The executed notebooks stay in build/notebooks, for the site.
.PHONY: test-notebooks
test-notebooks: $(VENV)/.passed-notebooks ## Run the notebooks of examples/, each from a clean kernel
	@echo "tests/notebooks: passed, and unchanged since"

$(VENV)/.passed-notebooks: $(VENV)/.test-all
$(VENV)/.passed-%: $(VENV)/.test $(LIB) $(PY_TESTED)
	$(WITH_TOOLS) $(PY) -m pytest $(PYTESTFLAGS) tests/$*
	@touch $@

.PHONY: test-wheel
test-wheel: $(VENV)/.passed-wheel ## Install a wheel into an empty environment, and run the README's blocks there
	@echo "tests/wheel: passed, and unchanged since"

.PHONY: test-r
test-r: has-r $(VENV)/.passed-r ## Build, check and test the R package; needs R with reticulate and codetools
	@echo "tests/r: passed, and unchanged since"

.PHONY: has-r
has-r:
	@Rscript -e 'library(reticulate); library(codetools)' >/dev/null 2>&1 || { \
		echo "R with reticulate and codetools is missing; on Debian:" \
			"apt-get install r-base-core r-cran-reticulate r-cran-codetools"; exit 1; }

.PHONY: test-adapters
test-adapters: $(VENV)-adapters/.passed ## Run the tests with other tools' graphs, loky and Dask (Python >= 3.11; installs 0.7 GB)
	@echo "tests/adapters: passed, and unchanged since"

.PHONY: test-flower
test-flower: $(VENV)-flower/.passed ## Run the example with Flower, simulated and over loopback (Python >= 3.11; installs 0.5 GB)
	@echo "tests/flower: passed, and unchanged since"

APART := $(VENV)-adapters $(VENV)-flower
$(APART:=/.passed): $(VENV)-%/.passed: $(VENV)-%/.made $(LIB) $(PY_TESTED)
	$(@D)/bin/python -m pytest $(PYTESTFLAGS) tests/$*
	@touch $@

$(VENV)-flower/.passed: $(shell find examples/flower -type f ! -path '*/__pycache__/*')

.PHONY: docs
docs: $(VENV)/.docs $(VENV)/.passed-notebooks ## Build the site from docs/ into build/site; a warning is an error
	$(PY) docs/_site/build.py

.PHONY: screens
screens: $(VENV)/.test-all $(LIB) ## Renew the pictures of the explorer and of the page for a meeting, in docs/_static; needs Chromium
	$(PY) docs/_site/screens.py

.PHONY: lint
lint: lint-go lint-py lint-flows ## Run all linters: gofmt, go vet, staticcheck; ruff, mypy, pyright; actionlint

.PHONY: lint-go
lint-go: $(VENV)/.tools
	@unformatted=$$($(WITH_TOOLS) gofmt -l $(GO_FILES)) && test -z "$$unformatted" || \
		{ echo "gofmt would change: $$unformatted"; exit 1; }
	$(WITH_TOOLS) go mod tidy -diff
	$(WITH_TOOLS) go vet ./...
	$(WITH_TOOLS) go run $(STATICCHECK) ./...

.PHONY: lint-py
lint-py: $(VENV)/.lint
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m pyright --pythonpath $(PY)

# shellcheck and pyflakes are on some machines alone.
.PHONY: lint-flows
lint-flows: $(VENV)/.tools
	$(WITH_TOOLS) go run $(ACTIONLINT) -shellcheck= -pyflakes= .github/workflows/*.yml

# BENCHFLAGS are flags for bench, bench-learn and profile; go run ./bench -h lists them. SET is the set for profile, by its
# name in the tables.
BENCHFLAGS ?=
SET ?= synthetic n=200 r=30

# The benchmark is compiled as the library is.
GO_BENCH = $(WITH_TOOLS) go run -pgo=cgo/engine.pgo ./bench

.PHONY: bench-clients
bench-clients: $(VENV)/.plot $(LIB) $(VENV)-rivals/.made ## Learn the clients of the large networks that bench measures (minutes, once)
	PYTHONPATH=scripts $(VENV)-rivals/bin/python bench/rivals/sample.py build/rows andes diabetes link munin1 munin2 pigs --samples 10
	$(PY) bench/clients.py build/rows build/clients

.PHONY: bench
bench: $(VENV)/.plot $(LIB) ## Measure all sets, beside what is kept of other programs, into docs/performance.md (minutes; not a test)
	$(if $(findstring -only,$(BENCHFLAGS)),,$(PY) bench/calls.py build/calls.json)
	$(GO_BENCH) -json build/bench.json -doc docs/performance.md $(BENCHFLAGS)

# Other learners that cannot be installed are left out. What keep.py finds is kept in bench/rivals/kept.json.
.PHONY: bench-learn
bench-learn: $(VENV)/.tools $(VENV)-rivals/.made $(VENV)-xges/.made build/rivals/.made ## Measure learning from rows, beside other learners, into docs/learning.md (minutes; not a test)
	PYTHONPATH=scripts $(VENV)-rivals/bin/python bench/rivals/sample.py build/rows
	$(VENV)-rivals/bin/python bench/rivals/linear.py build/rows
	$(VENV)-rivals/bin/python bench/rivals/keep.py build/rows --xges $(VENV)-xges/bin/python --jars build/rivals \
		--agrum $(VENV)-rivals/bin/python
	$(GO_BENCH) -json build/learning.json -doc docs/learning.md \
		-python $(VENV)-rivals/bin/python $(BENCHFLAGS) learn

.PHONY: bench-reading
bench-reading: $(VENV)-reading/.made ## Measure reading tables, beside pandas, polars and pyarrow, into docs/reading.md (minutes; not a test)
	$(VENV)-reading/bin/python bench/reading/bench.py build/reading.json --page docs/reading.md

.PHONY: profile
profile: $(VENV)/.tools ## Leave cpu.pprof and heap.pprof of the set SET in build/
	$(GO_BENCH) -time 5s -set '$(SET)' $(BENCHFLAGS) profile

# With build/clients and build/rows, which bench-clients and bench-learn make, the profile has more kinds of work.
.PHONY: guide
guide: $(VENV)/.tools ## Write cgo/engine.pgo anew, the profile by which the library is compiled (half a minute)
	$(WITH_TOOLS) go run ./bench -time 400ms guide

.PHONY: counts
counts: $(VENV)/.tools ## Write bench/counts.json anew, the counts of the work that a test compares
	$(WITH_TOOLS) go test ./bench -run TestCounts -update

.PHONY: interface
interface: $(VENV)/.tools ## List the requests in the header and for Python, and record what the C interface has gained
	$(WITH_TOOLS) go test ./core/job -run 'TestHeaderListsTheRequests|TestPythonKnowsTheFields' -write
	$(WITH_TOOLS) $(PY) tests/capi/interface.py

.PHONY: r-help
r-help: $(VENV)/.test $(LIB) ## Write the options in R's help pages anew, from those of the shell
	$(PY) scripts/r_help.py

# T is for all targets together, such as T=90s or T=8h.
T ?= 10m

.PHONY: fuzz
fuzz: $(VENV)/.tools ## Run all fuzz targets of the Go code, for T in all
	$(WITH_TOOLS) $(PY) scripts/fuzz.py --time $(T)

# FAULTS tells how many times more than the tests do. The files are those that ask for it.
FAULTS ?= 20
BY_CHANCE = $(shell grep -l LONGER -r tests/python --include='test_*.py')

.PHONY: faults
faults: $(VENV)/.test-all $(LIB) ## Run the tests with faults, stops and cases by chance FAULTS times as long as make test-all does
	$(WITH_TOOLS) env TIMES_AS_LONG=$(FAULTS) $(PY) -m pytest $(PYTESTFLAGS) $(BY_CHANCE)

.PHONY: sanitize
sanitize: $(VENV)/.test $(LIB) ## Test the C side with ASan and UBSan, and the C ABI with Go's checks of pointers; needs gcc
	$(WITH_TOOLS) $(PY) tests/capi/sanitize.py

.PHONY: golden
golden: $(VENV)/.tools ## Make tests/golden anew, by brute force
	$(WITH_TOOLS) go run ./core/internal/testkit/oracle/makegolden tests/golden

.PHONY: licences
licences: $(VENV)/.tools ## Write THIRD_PARTY.txt anew: the licences of all code of others in the wheel
	$(WITH_TOOLS) $(PY) scripts/third_party.py

.PHONY: datasets
datasets: $(VENV)-datasets/.made ## Make the bundled client DAGs and rows anew (minutes; Python >= 3.11)
	$(VENV)-datasets/bin/python scripts/make_datasets.py
	$(VENV)-datasets/bin/python scripts/make_rows.py

# No package comes from outside requirements/release.txt, and each build starts from the sdist, in a folder of its own.
RELEASE := $(VENV)-release/bin/python
BUILD_RELEASE = SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) MCBNC_COMMIT=$$($(RELEASE) build_backend/mcbnc_engine.py commit) $(RELEASE) -m build --no-isolation

.PHONY: wheels
wheels: $(VENV)-release/.made ## Build the sdist, and from it a wheel for each of PLATFORMS, into dist/
	rm -rf dist
	for platform in $(PLATFORMS); do MCBNC_PLATFORM=$$platform $(BUILD_RELEASE) || exit; done

.PHONY: sdist
sdist: $(VENV)-release/.made ## Build the source distribution, into dist/
	$(BUILD_RELEASE) --sdist

.PHONY: release
release: wheels $(VENV)/.test ## Build the wheels, check what is in them, and write dist/SHA256SUMS
	$(PY) scripts/release/check.py dist --auditwheel $(VENV)-release/bin/auditwheel

# The first wheel of PLATFORMS and the sdist, twice: in two folders, with two umasks, time zones and sets of caches.
.PHONY: test-reproducible
test-reproducible: $(VENV)-release/.made ## Build twice in different folders, and compare the bytes (minutes)
	$(RELEASE) scripts/release/reproducible.py $(firstword $(PLATFORMS))

# The Pythons of the machine that the wheel for it is tested with.
PYTHONS ?= $(PYTHON)

.PHONY: test-pythons
test-pythons: ## Test dist's wheel in new environments of PYTHONS, with the oldest and the newest NumPy (minutes)
	$(PYTHON) scripts/release/pythons.py dist/*$(shell uname -m).whl --out build/pythons.jsonl $(PYTHONS)

.PHONY: audit
audit: $(VENV)-audit/.made $(VENV)/.tools ## Look for known vulnerabilities: govulncheck, pip-audit (needs the network)
	$(WITH_TOOLS) go run $(GOVULNCHECK) ./cgo/...
	$(VENV)-audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements/release.txt
	$(VENV)-audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements/audit.txt
	$(VENV)-audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements/image.txt

.PHONY: pins
pins: $(VENV)/.pins ## Write requirements/*.txt anew: the newest versions, and their hashes
	for name in release audit image; do $(VENV)/bin/uv pip compile --universal --python-version 3.10 --generate-hashes --upgrade \
		--no-emit-index-url --custom-compile-command 'make pins' -q -o requirements/$$name.txt requirements/$$name.in || exit; done

.PHONY: clean
clean: ## Remove everything that make has set up and built
	rm -rf $(VENV) $(APART) $(VENV)-datasets $(VENV)-reading $(VENV)-rivals $(VENV)-xges $(VENV)-bnlearn $(HASHED) build dist python/mcbnc/_lib python/mcbnc.egg-info .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up --------------------------------------------------------------------------------------------------

# The virtual environment. It also has Go and a C compiler if the machine has none.
$(VENV)/.tools: build_backend/mcbnc_toolchain.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "mcbnc needs Python 3.10 or newer; set one: make PYTHON=...")'
	@echo "Setting up $(VENV) (once)"
	$(PYTHON) -m venv $(VENV)
	@missing=$$($(ENGINE) missing) && test -z "$$missing" || { echo "Fetching" $$missing; $(INSTALL) $$missing; }
	@touch $@

# The tools whose graphs mcbnc takes, and Flower, have their own environments, since nothing else needs them. Each runs as
# $(PYTHON), which may be newer than the python of $(VENV).
$(APART:=/.made): $(VENV)-%/.made: tests/%/requirements.txt pyproject.toml setup.py $(VERSION) $(VENV)/.tools | $(LIB)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "make test-$* needs Python 3.11 or newer, and $(PYTHON) is %d.%d: make test-$* PYTHON=..." % sys.version_info[:2])'
	$(PYTHON) -m venv $(@D)
	$(WITH_TOOLS) $(@D)/bin/python -m pip --disable-pip-version-check --quiet install \
		--editable . -r $<
	@touch $@

# What builds and audits a release comes in the versions of requirements/, and pip refuses files with other hashes.
HASHED := $(VENV)-release $(VENV)-audit
$(HASHED:=/.made): $(VENV)-%/.made: requirements/%.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@

$(VENV)/.pins: $(VENV)/.tools
	$(INSTALL) uv
	@touch $@

# The learners that made the bundled DAGs have their own environment, at the versions that made the DAGs.
$(VENV)-datasets/.made: scripts/requirements-datasets.txt
	$(PYTHON) -m venv $(VENV)-datasets
	$(VENV)-datasets/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

# The other learners of bench-learn have their own environment. Tetrad is Java; Maven fetches its jars.
$(VENV)-rivals/.made: bench/rivals/requirements.txt
	$(PYTHON) -m venv $(VENV)-rivals
	$(VENV)-rivals/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

# What reads tables beside mcbnc has its own environment too.
$(VENV)-reading/.made: bench/reading/requirements.txt pyproject.toml setup.py $(VERSION) $(VENV)/.tools | $(LIB)
	$(PYTHON) -m venv $(@D)
	$(WITH_TOOLS) $(@D)/bin/python -m pip --disable-pip-version-check --quiet install --editable . -r $<
	@touch $@

# The package xges takes older versions of its libraries than the other learners do.
$(VENV)-xges/.made: bench/rivals/requirements-xges.txt
	$(PYTHON) -m venv $(VENV)-xges
	$(VENV)-xges/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

# The rival in the study of missing values takes older versions too.
$(VENV)-bnlearn/.made: studies/missing/requirements.txt
	$(PYTHON) -m venv $(VENV)-bnlearn
	$(VENV)-bnlearn/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

build/rivals/.made: bench/rivals/pom.xml
	@mkdir -p $(@D)
	@if command -v mvn >/dev/null; \
		then mvn -q -B -f $< dependency:copy-dependencies -DoutputDirectory=$(CURDIR)/$(@D) && touch $@; \
		else echo "Maven is missing: Tetrad's FGES is left out"; fi

# The engine's library in the package's folder.
$(LIB): $(ENGINE_SOURCES) $(VERSION) $(BUILD) | $(VENV)/.tools
	$(ENGINE) build

# The package as an editable install, with one of pyproject.toml's extras.
EXTRAS := $(addprefix $(VENV)/.,plot test test-all docs lint)
$(EXTRAS): $(VENV)/.%: pyproject.toml setup.py $(VERSION) $(VENV)/.tools | $(LIB)
	$(WITH_TOOLS) $(INSTALL) --editable '.[$*]'
	@touch $@
