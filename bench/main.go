// Bench times every stage of a consensus, from the order to the last edge of the
// trajectory, and counts the work. It is no test: it asserts nothing.
//
//	go run ./bench [-workers 1] [-largest 6000] [-shared ../shared] [-only alarm]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
)

func main() {
	workers := flag.Int("workers", 1, "goroutines to use")
	largest := flag.Int("largest", 6000, "leave out synthetic sets of more nodes × DAGs than this")
	data := flag.String("data", "python/mcbnc/data", "the folder of the bundled client DAGs")
	shared := flag.String("shared", "../shared", "a folder with data/clients, if there is one")
	only := flag.String("only", "", "only the sets whose name holds this")
	seconds := flag.Float64("seconds", 1, "repeat each set for about this long, three times at least")
	out := flag.String("out", "", "write the table here as well")
	flag.Parse()

	sets, err := allSets(*data, *shared, *largest)
	if err != nil {
		fail(err)
	}
	var table strings.Builder
	line := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		fmt.Print(text)
		table.WriteString(text)
	}
	line("| input | n | fusion's edges | order ms | I-maps ms | run ms | all ms | evaluations | cuts | branches |\n")
	line("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, s := range sets {
		if !strings.Contains(s.name, *only) {
			continue
		}
		m, err := measure(s, *workers, time.Duration(*seconds*float64(time.Second)))
		if err != nil {
			fail(err)
		}
		line("| %s | %d | %d | %.3f | %.3f | %.3f | %.3f | %d | %d | %d |\n", s.name, s.dags[0].N, m.edges,
			m.median(orderStage), m.median(imapStage), m.median(runStage), m.median(allStages),
			m.counts.Evaluations, m.counts.Cuts, m.counts.Branches)
	}
	if *out != "" {
		if err := os.WriteFile(*out, []byte(table.String()), 0o644); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}

// The stages that are timed.
const (
	orderStage = iota
	imapStage
	runStage
	allStages
	stages
)

// measurement is what came of running one set several times.
type measurement struct {
	edges  int
	counts consensus.Counts
	times  [stages][]float64 // milliseconds, one a repetition
}

func (m *measurement) median(stage int) float64 {
	times := slices.Sorted(slices.Values(m.times[stage]))
	return times[len(times)/2]
}

const leastRepetitions = 3

func measure(s set, workers int, long time.Duration) (*measurement, error) {
	m := &measurement{}
	begin := time.Now()
	for len(m.times[0]) < leastRepetitions || time.Since(begin) < long {
		if err := m.once(s, workers); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return m, nil
}

func (m *measurement) once(s set, workers int) error {
	ctx, n := context.Background(), s.dags[0].N
	marks := []time.Time{time.Now()}
	team := parallel.NewTeam(workers)
	defer team.Close()
	in := local.New(n, s.dags, nil, team)
	order, err := engine.Order(ctx, n, in)
	if err != nil {
		return err
	}
	marks = append(marks, time.Now())
	f, err := engine.Fuse(ctx, n, in, order)
	if err != nil {
		return err
	}
	marks = append(marks, time.Now())
	t, err := consensus.Run(ctx, f.Union, in, consensus.Options{KMax: 10, Team: team})
	if err != nil {
		return err
	}
	marks = append(marks, time.Now())
	for stage := range allStages {
		m.times[stage] = append(m.times[stage], marks[stage+1].Sub(marks[stage]).Seconds()*1e3)
	}
	m.times[allStages] = append(m.times[allStages], marks[len(marks)-1].Sub(marks[0]).Seconds()*1e3)
	m.edges, m.counts = f.Union.Arcs(), t.Counts
	return nil
}
