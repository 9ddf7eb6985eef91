// Bench is what says how fast the engine is, and why. It is no test: it asserts
// nothing. What can be asserted, counts of the work, is in counts_test.go.
//
//	go run ./bench [flags]                       measure all sets; see report.go
//	go run ./bench [flags] -set NAME profile     leave pprof files of one set
//	go run ./bench [flags] -set NAME measure     one set in this process, as JSON
//	go run ./bench [flags] learn                 learning from rows, beside others; see learn.go
//	go run ./bench [flags] -files F learn-measure     some rows in this process, as JSON
//
// The reports run the measuring of each set in a process of its own, so that what one
// set leaves behind costs another neither time nor memory.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// options are the command line's.
type options struct {
	data, shared, extra string
	only                *regexp.Regexp
	set                 string
	workers             int
	seconds             time.Duration
	limit, javaLimit    time.Duration
	json, doc, profiles string
	calls               string

	rows, files, python, jars string // for learning
	rivalLimit                time.Duration
}

func main() {
	o, mode := parse()
	do := map[string]func(options) error{
		"": report, "profile": profileSet, "measure": measureSet, "learn": learnReport, "learn-measure": learnMeasure,
	}[mode]
	if do == nil {
		fail(fmt.Errorf("no such thing to do: %s", mode))
	}
	if err := do(o); err != nil {
		fail(err)
	}
}

func parse() (o options, mode string) {
	flag.StringVar(&o.data, "data", filepath.Join("python", "mcbnc", "data"), "the folder of the bundled client DAGs")
	flag.StringVar(&o.shared, "shared", sharedDir(), "a folder with data/clients and reference/run, if there is one")
	flag.StringVar(&o.extra, "extra", filepath.Join("build", "clients"), "a folder of more client DAGs, if there is one")
	only := flag.String("only", "", "only the sets whose name matches this expression")
	flag.StringVar(&o.set, "set", "", "the one set to profile or measure")
	flag.IntVar(&o.workers, "workers", 1, "the workers to measure one set with")
	flag.DurationVar(&o.seconds, "time", time.Second, "repeat each set for about this long, and three times")
	flag.DurationVar(&o.limit, "limit", 5*time.Minute, "end a run after this long")
	flag.DurationVar(&o.javaLimit, "java-limit", time.Minute, "end the Java program after this long; 0: do not run it")
	flag.StringVar(&o.json, "json", "", "write all that was measured to this file")
	flag.StringVar(&o.doc, "doc", "", "write the tables to this file, unless only some sets were measured")
	flag.StringVar(&o.calls, "calls", filepath.Join("build", "calls.json"), "what calls.py measured, if it has")
	flag.StringVar(&o.profiles, "profiles", "build", "the folder that profiles go to")
	flag.StringVar(&o.rows, "rows", filepath.Join("build", "rows"), "the folder of the rows to learn from")
	flag.StringVar(&o.files, "files", "", "the files of rows to learn from, with a comma between them")
	flag.StringVar(&o.python, "python", filepath.Join(".venv-rivals", "bin", "python"), "the Python that has the other learners")
	flag.StringVar(&o.jars, "jars", filepath.Join("build", "rivals"), "the folder of Tetrad's jars")
	flag.DurationVar(&o.rivalLimit, "rival-limit", 3*time.Minute, "end another learner after this long")
	flag.Parse()
	o.only = regexp.MustCompile(*only)
	return o, flag.Arg(0)
}

// sharedDir is $MCBNC_SHARED, as for the tests, or beside the checkout.
func sharedDir() string {
	if dir := os.Getenv("MCBNC_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join("..", "shared")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}
