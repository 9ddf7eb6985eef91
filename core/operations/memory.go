package operations

import (
	"github.com/mcbnc/mcbnc/core/treewidth"
	"github.com/mcbnc/mcbnc/core/wire"
)

// The estimates of memory. ARCHITECTURE.md, "Memory", has the formulas; `make memory` holds them against what
// processes take. An estimate may be up to three times too high for large inputs, and is not to be too low.

// size is what estimates are made of.
type size struct {
	n, r    float64 // nodes; DAGs, graphs or datasets
	matrix  float64 // bytes of a bit matrix of n by n
	row     float64 // of one row of it
	cells   float64 // n · n, the bytes of a matrix in a result
	workers float64
	rows    float64 // of all datasets
	largest float64 // of the largest dataset
	wide    float64 // bytes of a row, of discrete or real values
}

func sizeOf(in *wire.Input) size {
	n := float64(in.N)
	s := size{
		n: n, r: float64(in.R), matrix: wire.MatrixBytes(in.N), cells: n * n, workers: float64(in.Workers), wide: 4 * n,
	}
	s.row = s.matrix / max(1, n)
	for _, rows := range in.Rows {
		s.rows += float64(rows)
		s.largest = max(s.largest, float64(rows))
	}
	if in.Score.Continuous != nil {
		s.wide = 8 * n
	}
	return s
}

// small is the estimate of operations that take little beside their input.
func small(in *wire.Input) float64 { return 1 << 20 }

// graphsOut are result matrices of so many graphs. They are there twice, once as the caller's.
func (s size) graphsOut(graphs float64) float64 { return 2 * graphs * s.cells }

// prepared are the ancestors, the moral graph and the arcs of each DAG as searches read them.
func (s size) prepared() float64 { return 4 * s.matrix * s.r }

// garbage is how much more than what is in use Go's heap has, as it grows.
const garbage = 2

// fused is what the order, the I-maps and their union take.
func (s size) fused() float64 { return garbage*(s.prepared()+2*s.matrix*s.r) + 4*s.matrix }

// deleted is what the deletions of a fusion with so many edges take.
func (s size) deleted(edges float64) float64 {
	return garbage*(edges*(2*s.row+4*s.r+64)+s.r*(s.n*(0.25+s.workers/8)+256)) + 4*s.cells
}

// steps is what the steps take, and the result that tells them twice. The sets S have half the parents of a node
// of the fusion on average, since the parents get fewer.
func (s size) steps(edges float64) float64 { return edges * (3*4*edges/(2*s.n) + 1024) }

// fusionMemory is the estimate of operations that make a fusion, and of the first part of a run.
func fusionMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return s.fused() + s.graphsOut(1+s.r)
}

// runMemory is the estimate of a run before its fusion is known.
func runMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	bytes := s.fused() + 4*s.cells + s.graphsOut(3)
	if in.Theta.Auto {
		bytes += 8 * s.cells
	}
	return bytes
}

// deletionMemory is that of a run whose fusion has so many edges.
func deletionMemory(in *wire.Input, edges int) float64 {
	s, e := sizeOf(in), float64(edges)
	return runMemory(in) + s.deleted(e) + s.steps(e)
}

// batchMemory is the estimate of a batch before its fusions are known: the DAGs prepared once, a run for each
// worker, and three graphs of each run.
func batchMemory(in *wire.Input) float64 {
	s, runs := sizeOf(in), float64(len(in.Variants))
	return s.prepared() + s.atWork(runs)*(s.fused()+4*s.cells) + s.graphsOut(3*runs)
}

// stabilityMemory is that of a batch of which only the DAGs and counts are kept.
func stabilityMemory(in *wire.Input) float64 {
	s, runs := sizeOf(in), float64(len(in.Variants))
	return s.prepared() + s.atWork(runs)*(s.fused()+4*s.cells) + runs*(4*s.matrix+64) + 32*s.cells
}

// atWork is how many of so many pieces are worked on at a time.
func (s size) atWork(pieces float64) float64 { return min(s.workers, pieces) }

// batchRunsMemory adds the deletions of a batch, if each of its fusions has so many edges, and all their steps.
func batchRunsMemory(in *wire.Input, edges int) float64 {
	s, e, runs := sizeOf(in), float64(edges), float64(len(in.Variants))
	return batchMemory(in) + s.atWork(runs)*s.deleted(e) + runs*s.steps(e)
}

// stabilityRunsMemory does so for runs whose steps are not kept.
func stabilityRunsMemory(in *wire.Input, edges int) float64 {
	s, e := sizeOf(in), float64(edges)
	return stabilityMemory(in) + s.atWork(float64(len(in.Variants)))*(s.deleted(e)+s.steps(e))
}

// countMemory is the estimate of votes: counts of each pair, and two graphs.
func countMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 5*s.matrix*s.r + 12*s.cells + s.graphsOut(2)
}

// climbMemory is that of a vote and of the climb's tables: ten numbers of a pair.
func climbMemory(in *wire.Input) float64 { return countMemory(in) + 48*sizeOf(in).cells }

// boundedMemory is that of a fusion, of a run and of the searches' snapshots.
func boundedMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return runMemory(in) + 8*s.matrix*s.r + 16*s.cells
}

// geneticMemory adds a population, whose members tell of each arc of the inputs whether it is in.
func geneticMemory(in *wire.Input) float64 {
	return boundedMemory(in) + garbage*float64(in.Population)*(24*arcsOf(in)+4*sizeOf(in).matrix)
}

// arcsOf is the number of arcs of all DAGs.
func arcsOf(in *wire.Input) (arcs float64) {
	for _, g := range in.DAGs {
		arcs += float64(g.Arcs())
	}
	return arcs
}

// agreementMemory has a bit for each DAG and each pair that two DAGs join, and the matrix three times.
func agreementMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	bytes := s.r*(min(arcsOf(in)/2, s.cells/2)/8+64) + 8*s.cells
	if in.Matrix {
		bytes += 4 * 8 * s.r * s.r
	}
	return bytes
}

// replayMemory is the estimate of questions about a state of a run.
func replayMemory(in *wire.Input) float64 { return deletionMemory(in, in.Fusion.Arcs()) }

// criticalityMemory is that of one cut in each DAG, perhaps along the steps of a run.
func criticalityMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 2*s.prepared() + 8*s.cells
}

// statesMemory is that of all states, each told by what changes.
func statesMemory(in *wire.Input) float64 {
	return replayMemory(in) + 64*sizeOf(in).n*float64(len(in.Prefixes))
}

// profileMemory is that of measures of all states, by the support of each pair.
func profileMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 4*s.matrix*s.r + 40*s.cells + 64*float64(len(in.Prefixes))
}

// savedMemory is that of a run as arrays and as text: an arc takes up to 14 characters.
func savedMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 64*arcsOf(in) + 4*in.Taken + 8*s.cells + 3*s.matrix*s.r
}

// loadMemory is that of a file's text. What the text stands for is estimated when its sizes are known.
func loadMemory(in *wire.Input) float64 { return 24 * float64(len(in.File)) }

// loadedMemory adds the arrays of the run, and the replay of its steps.
func loadedMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return loadMemory(in) + s.graphsOut(s.r+3) + 3*s.matrix*(s.r+2) + 12*s.matrix
}

// graphMemory is that of operations that make a graph of each graph.
func graphMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 4*s.matrix*(s.r+2) + s.graphsOut(s.r)
}

// treewidthMemory is that of eliminations: a few matrices, one graph at a time.
func treewidthMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 3*s.matrix*s.r + 12*s.matrix
}

// triangulationMemory adds the result.
func triangulationMemory(in *wire.Input) float64 { return treewidthMemory(in) + 4*sizeOf(in).cells }

// exactMemory adds the sets that the search may keep, and as much garbage.
func exactMemory(in *wire.Input) float64 {
	return triangulationMemory(in) + garbage*8*treewidth.MaxWords
}

// measureMemory is that of comparisons of graphs with DAGs.
func measureMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 4*s.matrix*(s.r+float64(len(in.Graphs))) + 24*s.cells
}

// learnMemory is the estimate of searches: the masks of the data sets that are worked on, and what each search keeps.
func learnMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return s.models() + s.atWork(s.r)*s.searched() + s.graphsOut(2*s.r)
}

// models are the indices of all data: bit masks of states, or sums of products.
func (s size) models() float64 { return s.rows*s.wide + 32*s.cells }

// searched is what one search keeps: the class, its moves and the sets that were counted.
func (s size) searched() float64 { return 256*s.cells + 64*4*s.largest }

// jointlyMemory has all rows once more.
func jointlyMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return 2*s.models() + s.rows*(s.n+4) + 2*s.searched() + s.graphsOut(8)
}

// bootstrapMemory has the rows in order, and a resample of them for each worker.
func bootstrapMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	at := s.atWork(float64(in.Resamples))
	return (1+at)*(s.models()+s.rows*s.wide/4) + at*s.searched() + float64(in.Resamples)*3*s.matrix + 32*s.cells
}

// scoresMemory is that of the scores of given graphs.
func scoresMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return s.models() + 64*4*s.largest
}

// siteMemory is that of a site's answers in a federation.
func siteMemory(in *wire.Input) float64 {
	s := sizeOf(in)
	return s.prepared() + s.fused() + 24*s.cells + s.rows*s.wide
}
