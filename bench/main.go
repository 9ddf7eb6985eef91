// Bench measures how fast the engine is, and which phases take the time. It does not test anything: the
// times depend on the machine. The test in counts_test.go checks what is exact, the counts of the work.
//
//	go run ./bench [flags]                         measure all sets; see report.go
//	go run ./bench [flags] -set NAME profile       write pprof files of one set
//	go run ./bench [flags] guide                   write the profile by which the library is built; see guide.go
//	go run ./bench [flags] -set NAME measure       measure one set in this process, print JSON
//	go run ./bench [flags] learn                   measure learning from rows, and other learners; see learn.go
//	go run ./bench [flags] -files F learn-measure  measure learning from these files in this process, print JSON
//
// The reports measure each set in a process of its own. Therefore the heap that one set leaves costs no
// other set time or memory.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// options are the options of the command line.
type options struct {
	data, shared, extra string
	only                *regexp.Regexp
	set                 string
	workers             int
	seconds             time.Duration
	limit               time.Duration
	json, doc, profiles string
	calls, authors      string

	rows, files, python, jars string // for learning
	search, kept              string
	rivalLimit                time.Duration
}

func main() {
	o, mode := parse()
	do := map[string]func(options) error{
		"": report, "profile": profileSet, "guide": guide, "measure": measureSet, "learn": learnReport, "learn-measure": learnMeasure,
	}[mode]
	if do == nil {
		fail(fmt.Errorf("unknown command: %s", mode))
	}
	if err := do(o); err != nil {
		fail(err)
	}
}

func parse() (o options, mode string) {
	flag.StringVar(&o.data, "data", filepath.Join("python", "mcbnc", "data"), "folder of the bundled client DAGs")
	flag.StringVar(&o.shared, "shared", sharedDir(), "folder with data/clients; may be missing")
	flag.StringVar(&o.extra, "extra", filepath.Join("build", "clients"), "folder of more client DAGs; may be missing")
	only := flag.String("only", "", "measure only the sets whose name matches this regular expression")
	flag.StringVar(&o.set, "set", "", "the set to profile or measure")
	flag.IntVar(&o.workers, "workers", 1, "number of workers for profile and measure")
	flag.DurationVar(&o.seconds, "time", time.Second, "repeat each set for about this long, and at least three times")
	flag.DurationVar(&o.limit, "limit", 5*time.Minute, "end a run after this long")
	flag.StringVar(&o.json, "json", "", "write all measurements to this file")
	flag.StringVar(&o.doc, "doc", "", "write the page to this file if all sets were measured")
	flag.StringVar(&o.authors, "authors", filepath.Join("bench", "authors.json"), "what was measured of the authors' program")
	flag.StringVar(&o.calls, "calls", filepath.Join("build", "calls.json"), "file with the measurements of calls.py; may be missing")
	flag.StringVar(&o.profiles, "profiles", "build", "folder for the profiles")
	flag.StringVar(&o.rows, "rows", filepath.Join("build", "rows"), "folder of the rows to learn from")
	flag.StringVar(&o.files, "files", "", "files of rows to learn from, separated by commas")
	flag.StringVar(&o.python, "python", filepath.Join(".venv-rivals", "bin", "python"), "the Python in which the other learners are installed")
	flag.StringVar(&o.jars, "jars", filepath.Join("build", "rivals"), "folder of Tetrad's jars")
	flag.StringVar(&o.search, "search", "ges", "the search of learning: ges or xges")
	flag.StringVar(&o.kept, "kept", filepath.Join("bench", "rivals", "kept.json"), "what bench/rivals/keep.py kept")
	flag.DurationVar(&o.rivalLimit, "rival-limit", 3*time.Minute, "end another learner after this long")
	flag.Parse()
	o.only = regexp.MustCompile(*only)
	return o, flag.Arg(0)
}

// sharedDir is $MCBNC_SHARED, as for the tests, or shared beside the checkout.
func sharedDir() string {
	if dir := os.Getenv("MCBNC_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join("..", "shared")
}

// fail prints the error and ends the program.
func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}
