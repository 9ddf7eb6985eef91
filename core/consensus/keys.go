package consensus

import "math"

// never is the key of an edge that offers no deletion.
const never = math.MaxInt64

// blockSize is how many edges share one remembered minimum: looking for the best
// of E edges reads E / blockSize minima, and a changed key costs one block.
const blockSize = 64

// keys finds the edge with the lowest lower bound on its score, the lowest (u, v)
// among equals.
type keys struct {
	score []int64
	tie   []uint64 // u, then v
	best  []int32  // of each block, or -1 when it must be found again
}

func newKeys(edges int) *keys {
	k := &keys{
		score: make([]int64, edges),
		tie:   make([]uint64, edges),
		best:  make([]int32, (edges+blockSize-1)/blockSize),
	}
	for b := range k.best {
		k.best[b] = -1
	}
	return k
}

func (k *keys) set(e int, score int64, u, v int32) {
	tie := uint64(u)<<32 | uint64(v)
	if k.score[e] == score && k.tie[e] == tie {
		return
	}
	k.score[e], k.tie[e] = score, tie
	best := &k.best[e/blockSize]
	switch {
	case *best == int32(e):
		*best = -1 // it may have risen above another
	case *best >= 0 && k.less(int32(e), *best):
		*best = int32(e)
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
	best := int32(-1)
	for b, at := range k.best {
		if at < 0 {
			at = k.findBlock(b)
			k.best[b] = at
		}
		if best < 0 || k.less(at, best) {
			best = at
		}
	}
	if best < 0 || k.score[best] == never {
		return -1
	}
	return int(best)
}

func (k *keys) findBlock(b int) int32 {
	best := int32(b * blockSize)
	for e := best + 1; e < int32(min((b+1)*blockSize, len(k.score))); e++ {
		if k.less(e, best) {
			best = e
		}
	}
	return best
}
