package operations

import (
	"github.com/mcbnc/mcbnc/core/runfile"
	"github.com/mcbnc/mcbnc/core/treewidth"
	"github.com/mcbnc/mcbnc/core/wire"
)

// The estimates of memory. ARCHITECTURE.md, "Memory", has the formulas; `make memory` holds them against what
// processes take. An estimate may be up to three times too high for large inputs, and is not to be too low.

// size is what estimates are made of. All of it but the edges is known before an array is copied.
type size struct {
	*wire.Input
	n, r    float64 // nodes; DAGs, graphs or datasets
	matrix  float64 // bytes of a bit matrix of n by n
	row     float64 // of one row of it
	cells   float64 // n · n, the bytes of a matrix in a result
	workers float64
	rows    float64 // of all datasets
	largest float64 // of the largest dataset
	wide    float64 // bytes of a row, of discrete or real values
	edges   float64 // of the fusion that is made, or of the one that is given
	runs    float64 // of a batch, or resamples
}

// Estimate is how many bytes the operation takes at most at a time, beside its input, if the fusion that it makes has
// so many edges.
func (op *Operation) Estimate(in *wire.Input, edges int) float64 {
	n := float64(in.N)
	s := &size{
		Input: in, n: n, r: float64(in.R), matrix: wire.MatrixBytes(in.N), cells: n * n, workers: float64(in.Workers),
		wide: 4 * n, edges: float64(max(edges, in.FusionArcs)), runs: float64(in.Runs),
	}
	s.row = s.matrix / max(1, n)
	for _, rows := range in.Rows {
		s.rows += float64(rows)
		s.largest = max(s.largest, float64(rows))
	}
	if in.Score.Continuous != nil {
		s.wide = 8 * n
	}
	return op.Memory(s)
}

// small is the estimate of operations that take little beside their input.
func small(*size) float64 { return 1 << 20 }

// graphsOut are result matrices of so many graphs. They are there twice, once as the caller's.
func (s *size) graphsOut(graphs float64) float64 { return 2 * graphs * s.cells }

// prepared are the ancestors, the moral graph and the arcs of each DAG as searches read them.
func (s *size) prepared() float64 { return 4 * s.matrix * s.r }

// garbage is how much more than what is in use Go's heap has, as it grows.
const garbage = 2

// fused is what the order, the I-maps and their union take.
func (s *size) fused() float64 { return garbage*(s.prepared()+2*s.matrix*s.r) + 4*s.matrix }

// deleted is what the deletions of a fusion take.
func (s *size) deleted() float64 {
	return garbage*(s.edges*(2*s.row+4*s.r+64)+s.r*(s.n*(0.25+s.workers/8)+256)) + 4*s.cells
}

// steps is what the steps take, and the result that tells them twice. The sets S have half the parents of a node
// of the fusion on average, since the parents get fewer.
func (s *size) steps() float64 { return s.edges * (3*4*s.edges/(2*s.n) + 1024) }

// fusionMemory is the estimate of operations that make a fusion, and of the first part of a run.
func fusionMemory(s *size) float64 {
	return s.fused() + s.graphsOut(1+s.r)
}

// withoutDeletions is what a run takes but for the deletions.
func (s *size) withoutDeletions() float64 {
	bytes := s.fused() + 4*s.cells + s.graphsOut(3)
	if s.Theta.Auto {
		bytes += 8 * s.cells
	}
	return bytes
}

// runMemory is the estimate of a run, and of questions about a state of one.
func runMemory(s *size) float64 {
	return s.withoutDeletions() + s.deleted() + s.steps()
}

// batchMemory is the estimate of a batch: the DAGs prepared once, a run for each worker, and three graphs and the steps
// of each run.
func batchMemory(s *size) float64 {
	return s.prepared() + s.atWork(s.runs)*(s.fused()+4*s.cells+s.deleted()) + s.graphsOut(3*s.runs) + s.runs*s.steps()
}

// stabilityMemory is that of a batch of which only the DAGs and counts are kept.
func stabilityMemory(s *size) float64 {
	return s.prepared() + s.atWork(s.runs)*(s.fused()+4*s.cells+s.deleted()+s.steps()) +
		s.runs*(4*s.matrix+64) + 32*s.cells
}

// atWork is how many of so many pieces are worked on at a time.
func (s *size) atWork(pieces float64) float64 { return min(s.workers, pieces) }

// countMemory is the estimate of votes: counts of each pair, and two graphs.
func countMemory(s *size) float64 {
	return 5*s.matrix*s.r + 12*s.cells + s.graphsOut(2)
}

// climbMemory is that of a vote and of the climb's tables: ten numbers of a pair.
func climbMemory(s *size) float64 { return countMemory(s) + 48*s.cells }

// boundedMemory is that of a fusion, of a run and of the searches' snapshots.
func boundedMemory(s *size) float64 {
	return s.withoutDeletions() + 8*s.matrix*s.r + 16*s.cells
}

// dsepMemory is that of a run if it takes more: the vote is on the states of one.
func dsepMemory(s *size) float64 { return max(boundedMemory(s), runMemory(s)) }

// geneticMemory adds a population, whose members tell of each arc of the inputs whether it is in.
func geneticMemory(s *size) float64 {
	return boundedMemory(s) + garbage*float64(s.Population)*(24*float64(s.Arcs)+4*s.matrix)
}

// agreementMemory has a bit for each DAG and each pair that two DAGs join, and the matrix three times.
func agreementMemory(s *size) float64 {
	bytes := s.r*(min(float64(s.Arcs)/2, s.cells/2)/8+64) + 8*s.cells
	if s.Matrix {
		bytes += 4 * 8 * s.r * s.r
	}
	return bytes
}

// criticalityMemory is that of one cut in each DAG, perhaps along the steps of a run.
func criticalityMemory(s *size) float64 {
	return 2*s.prepared() + 8*s.cells
}

// statesMemory is that of all states, each told by what changes.
func statesMemory(s *size) float64 { return runMemory(s) + 64*s.n*float64(s.States) }

// profileMemory is that of measures of all states, by the support of each pair.
func profileMemory(s *size) float64 {
	return 4*s.matrix*s.r + 40*s.cells + 64*float64(s.States)
}

// savedMemory is that of a run as arrays and as text: an arc takes up to 14 characters.
func savedMemory(s *size) float64 {
	return 64*float64(s.Arcs) + 4*s.Taken + 8*s.cells + 3*s.matrix*s.r
}

// loadMemory is that of a file's text, of the run's arrays, and of the replay of its steps.
func loadMemory(s *size) float64 {
	n, r := runfile.Sizes(s.Text)
	run := &size{n: float64(n), cells: float64(n) * float64(n), matrix: wire.MatrixBytes(n)}
	graphs := float64(r)
	return 24*float64(len(s.Text)) + run.graphsOut(graphs+3) + 3*run.matrix*(graphs+2) + 12*run.matrix
}

// graphMemory is that of operations that make a graph of each graph.
func graphMemory(s *size) float64 {
	return 4*s.matrix*(s.r+2) + s.graphsOut(s.r)
}

// treewidthMemory is that of eliminations: a few matrices, one graph at a time.
func treewidthMemory(s *size) float64 {
	return 3*s.matrix*s.r + 12*s.matrix
}

// triangulationMemory adds the result.
func triangulationMemory(s *size) float64 { return treewidthMemory(s) + 4*s.cells }

// exactMemory adds the sets that the search may keep, and as much garbage.
func exactMemory(s *size) float64 {
	return triangulationMemory(s) + garbage*8*treewidth.MaxWords
}

// measureMemory is that of comparisons of graphs with DAGs.
func measureMemory(s *size) float64 {
	return 4*s.matrix*(s.r+float64(s.GraphsGiven)) + 24*s.cells
}

// learnMemory is the estimate of searches: the masks of the data sets that are worked on, and what each search keeps.
func learnMemory(s *size) float64 {
	return s.models() + s.atWork(s.r)*s.searched() + s.graphsOut(2*s.r)
}

// models are the indices of all data: bit masks of states, or sums of products.
func (s *size) models() float64 { return s.rows*s.wide + 32*s.cells }

// searched is what one search keeps: the class, its moves and the sets that were counted.
func (s *size) searched() float64 { return 256*s.cells + 64*4*s.largest }

// jointlyMemory has all rows once more.
func jointlyMemory(s *size) float64 {
	return 2*s.models() + s.rows*(s.n+4) + 2*s.searched() + s.graphsOut(8)
}

// bootstrapMemory has the rows in order, and a resample of them for each worker.
func bootstrapMemory(s *size) float64 {
	at := s.atWork(s.runs)
	return (1+at)*(s.models()+s.rows*s.wide/4) + at*s.searched() + s.runs*3*s.matrix + 32*s.cells
}

// scoresMemory is that of the scores of given graphs.
func scoresMemory(s *size) float64 {
	return s.models() + 64*4*s.largest
}

// siteMemory is that of a site's answers in a federation.
func siteMemory(s *size) float64 {
	return s.prepared() + s.fused() + 24*s.cells + s.rows*s.wide
}
