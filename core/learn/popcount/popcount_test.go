package popcount

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each kernel that this machine runs gives the counts of the plain one: on random words of all densities, with guard words
// around what may be written.
func TestKernels(t *testing.T) {
	all := kernels()
	if len(all) == 0 {
		t.Skip("this machine has the plain kernel alone")
	}
	own := fast
	t.Cleanup(func() { fast = own })
	rng := rand.New(rand.NewPCG(1, 2))
	words := func(number int) []uint64 {
		out, density := make([]uint64, number), rng.IntN(5)
		for w := range out {
			switch density {
			case 0: // empty
			case 1:
				out[w] = ^uint64(0)
			case 2:
				out[w] = rng.Uint64() & rng.Uint64() & rng.Uint64()
			default:
				out[w] = rng.Uint64()
			}
		}
		return out
	}
	for range 2000 {
		states, number := 1+rng.IntN(9), 1+rng.IntN(9)
		column, groups := words(states*number*Words), words(number*Words)
		var pieces []Piece
		for k := range number {
			if rng.IntN(3) > 0 {
				pieces = append(pieces, Piece{Block: int32(k)})
			}
		}
		var runs []Run
		for left := len(pieces); left > 0; {
			run := Run{int32(1 + rng.IntN(left)), rng.Int32N(9000)}
			runs, left = append(runs, run), left-int(run.Pieces)
		}
		run := func() (counts, ofRuns []int32, both int, to []uint64) {
			counts, ofRuns = make([]int32, states+2), make([]int32, 2+len(runs)*states)
			CountRuns(groups, pieces, runs, column, states*Words, states-1, ofRuns[1:len(ofRuns)-1])
			Counts((*Block)(groups), column[:states*Words], counts[1:states+1])
			to = make([]uint64, 3*Words)
			both = And((*Block)(to[Words:]), (*Block)(groups), (*Block)(column))
			return counts, ofRuns, both, to
		}
		fast = nil
		counts, ofRuns, both, to := run()
		for _, k := range all {
			fast = &k
			gotCounts, gotOfRuns, gotBoth, gotTo := run()
			require.Equal(t, counts, gotCounts, k.name)
			require.Equal(t, ofRuns, gotOfRuns, k.name)
			require.Equal(t, []any{both, to}, []any{gotBoth, gotTo}, k.name)
		}
	}
}

// The plain kernel counts what it should.
func TestPlain(t *testing.T) {
	own := fast
	t.Cleanup(func() { fast = own })
	fast = nil
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var a, b, to Block
		want := 0
		for row := range 64 * Words {
			inA, inB := rng.IntN(2), rng.IntN(2)
			a[row/64] |= uint64(inA) << (row % 64)
			b[row/64] |= uint64(inB) << (row % 64)
			want += inA * inB
		}
		var counts [1]int32
		Counts(&a, b[:], counts[:])
		require.Equal(t, int32(want), counts[0])
		require.Equal(t, want, And(&to, &a, &b))
		var left [2]int32
		CountRuns(a[:], []Piece{{}}, []Run{{1, 2000}}, b[:], Words, 1, left[:])
		require.Equal(t, [2]int32{int32(want), 2000 - int32(want)}, left)
	}
}

func TestNothing(t *testing.T) {
	var group Block
	Counts(&group, nil, nil)
	CountRuns(nil, nil, nil, nil, Words, 1, nil)
}

func BenchmarkKernels(b *testing.B) {
	own := fast
	defer func() { fast = own }()
	const number, states = 98, 2
	column, groups := make([]uint64, states*number*Words), make([]uint64, number*Words)
	pieces := make([]Piece, number)
	for k := range pieces {
		pieces[k].Block = int32(k)
	}
	counts := make([]int32, 3)
	for _, k := range append(kernels(), kernel{name: "plain"}) {
		fast = &k
		if k.counts == nil {
			fast = nil
		}
		b.Run(k.name+"/CountRuns", func(b *testing.B) {
			for b.Loop() {
				CountRuns(groups, pieces, []Run{{Pieces: number}}, column, states*Words, 1, counts)
			}
		})
		b.Run(k.name+"/Counts", func(b *testing.B) {
			for b.Loop() {
				Counts((*Block)(groups), column[:3*Words], counts)
			}
		})
		b.Run(k.name+"/And", func(b *testing.B) {
			for b.Loop() {
				And((*Block)(groups), (*Block)(column), (*Block)(column[Words:]))
			}
		})
	}
}
