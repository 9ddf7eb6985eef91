package consensus

import "math"

const (
	// never is the key of what offers no deletion.
	never = math.MaxInt64
	// early is what the keys of forbidden edges are less than their scores: more than
	// any score, so that these edges come before all others, by their scores.
	early = math.MaxInt64
)

// keys finds the seats with the lowest keys: a lower bound on a score, the lowest
// (u, v) among equals. A seat is a family, which stands for the best of its edges,
// or a loose edge. It is a tournament: every match remembers its winner.
type keys struct {
	score  []int64  // of each seat
	tie    []uint64 // u, then v
	winner []int32  // of match m between the winners of 2m and 2m + 1; from len(score) on, of the seats themselves
	rivals []rival  // scratch of lowest
}

// rival is a match whose winner may be among the lowest.
type rival struct{ match, seat int32 }

// newKeys returns the keys of so many seats, all of them never.
func newKeys(seats int) *keys {
	size := 1
	for size < seats {
		size *= 2
	}
	k := &keys{score: make([]int64, size), tie: make([]uint64, size), winner: make([]int32, 2*size)}
	for s := range size {
		k.score[s] = never
		k.winner[size+s] = int32(s)
	}
	for m := size - 1; m > 0; m-- {
		k.winner[m] = k.winner[2*m]
	}
	return k
}

func (k *keys) set(seat int, score int64, u, v int32) {
	tie := uint64(u)<<32 | uint64(v)
	if k.score[seat] == score && k.tie[seat] == tie {
		return
	}
	k.score[seat], k.tie[seat] = score, tie
	for m := (len(k.score) + seat) / 2; m > 0; m /= 2 {
		best := k.winner[2*m]
		if other := k.winner[2*m+1]; k.less(other, best) {
			best = other
		}
		if k.winner[m] == best && best != int32(seat) {
			return // another won here, and still does: nothing changes further on
		}
		k.winner[m] = best
	}
}

func (k *keys) less(a, b int32) bool {
	if k.score[a] != k.score[b] {
		return k.score[a] < k.score[b]
	}
	return k.tie[a] < k.tie[b]
}

// min is the seat with the lowest key, or -1 when every key is never.
func (k *keys) min() int {
	if best := k.winner[1]; k.score[best] < never {
		return int(best)
	}
	return -1
}

// lowest appends the seats with the lowest keys to out, in order, count of them or as
// many as there are. Whoever is next lost to one that is already found: so it is the
// winner of a match beside that one's way up.
func (k *keys) lowest(count int, out []int32) []int32 {
	k.rivals = k.rivals[:0]
	k.enter(rival{1, k.winner[1]}, count)
	for ; count > 0 && len(k.rivals) > 0; count-- {
		last := len(k.rivals) - 1
		next := k.rivals[last]
		k.rivals = k.rivals[:last]
		out = append(out, next.seat)
		for m := next.match; int(m) < len(k.score); {
			m *= 2
			if k.winner[m] == next.seat {
				k.enter(rival{m + 1, k.winner[m+1]}, count-1)
			} else {
				k.enter(rival{m, k.winner[m]}, count-1)
				m++
			}
		}
	}
	return out
}

// enter puts a rival in its place among the lowest, the best last, and keeps no more
// of them than places.
func (k *keys) enter(new rival, places int) {
	if k.score[new.seat] == never || len(k.rivals) == places && (places == 0 || k.less(k.rivals[0].seat, new.seat)) {
		return
	}
	at := len(k.rivals)
	for at > 0 && k.less(k.rivals[at-1].seat, new.seat) {
		at--
	}
	if len(k.rivals) == places {
		copy(k.rivals, k.rivals[1:at])
		k.rivals[at-1] = new
		return
	}
	k.rivals = append(k.rivals, rival{})
	copy(k.rivals[at+1:], k.rivals[at:])
	k.rivals[at] = new
}
