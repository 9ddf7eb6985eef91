package consensus

import "math"

// never is the key of an edge that offers no deletion.
const never = math.MaxInt64

// fanout is how many edges, or blocks of edges, share one remembered minimum.
const (
	fanoutBits = 6
	fanout     = 1 << fanoutBits
)

// unknown marks a block whose minimum must be found again.
const unknown = -1

// keys finds the edge with the lowest lower bound on its score, the lowest (u, v)
// among equals: a tournament in which a block of 64 sends its best to the next
// round. A changed key is compared with the best of its blocks alone; a block
// whose best got worse is looked through again when next asked for.
type keys struct {
	score  []int64
	tie    []uint64  // u, then v
	rounds [][]int32 // rounds[l][b]: the best of block b, or unknown; the last round has one block
}

func newKeys(edges int) *keys {
	k := &keys{score: make([]int64, edges), tie: make([]uint64, edges)}
	for blocks := edges; blocks > 1 || k.rounds == nil; {
		blocks = (blocks + fanout - 1) / fanout
		round := make([]int32, blocks)
		for b := range round {
			round[b] = unknown
		}
		k.rounds = append(k.rounds, round)
	}
	return k
}

func (k *keys) set(e int, score int64, u, v int32) {
	tie := uint64(u)<<32 | uint64(v)
	if k.score[e] == score && k.tie[e] == tie {
		return
	}
	k.score[e], k.tie[e] = score, tie
	block := e
	for _, round := range k.rounds {
		block >>= fanoutBits
		switch best := round[block]; {
		case best == int32(e):
			round[block] = unknown // it may have risen above another
		case best == unknown:
		case k.less(int32(e), best):
			round[block] = int32(e)
		default:
			return // not the best here, nor was it before: so nowhere further on
		}
	}
}

func (k *keys) less(a, b int32) bool {
	if k.score[a] != k.score[b] {
		return k.score[a] < k.score[b]
	}
	return k.tie[a] < k.tie[b]
}

// min is the edge with the lowest key, or -1 when every key is never.
func (k *keys) min() int {
	if len(k.score) == 0 {
		return -1
	}
	best := k.bestOf(len(k.rounds)-1, 0)
	if k.score[best] == never {
		return -1
	}
	return int(best)
}

// bestOf is the best edge of a block of a round.
func (k *keys) bestOf(round, block int) int32 {
	if best := k.rounds[round][block]; best != unknown {
		return best
	}
	from := block << fanoutBits
	var best int32
	if round == 0 {
		best = int32(from)
		for e := from + 1; e < min(from+fanout, len(k.score)); e++ {
			if k.less(int32(e), best) {
				best = int32(e)
			}
		}
	} else {
		best = k.bestOf(round-1, from)
		for b := from + 1; b < min(from+fanout, len(k.rounds[round-1])); b++ {
			if e := k.bestOf(round-1, b); k.less(e, best) {
				best = e
			}
		}
	}
	k.rounds[round][block] = best
	return best
}
