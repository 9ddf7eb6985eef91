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
// or a loose edge. It is a tournament: every match remembers its winner, key and all, so
// that the two of a match lie side by side.
type keys struct {
	matches []contender // the winner of match m, between those of 2m and 2m + 1; from half on, the seats themselves
	half    int
	rivals  []rival // scratch of lowest
}

// contender is a seat with its key.
type contender struct {
	score int64
	tie   uint64 // u, then v
	seat  int32
}

// rival is a match whose winner may be among the lowest.
type rival struct {
	match int32
	contender
}

// newKeys returns the keys of so many seats, all of them never.
func newKeys(seats int) *keys {
	half := 1
	for half < seats {
		half *= 2
	}
	k := &keys{matches: make([]contender, 2*half), half: half}
	for s := range half {
		k.matches[half+s] = contender{score: never, seat: int32(s)}
	}
	for m := half - 1; m > 0; m-- {
		k.matches[m] = k.matches[2*m]
	}
	return k
}

// at is a seat with its key.
func (k *keys) at(seat int) contender { return k.matches[k.half+seat] }

// set gives a seat its key.
func (k *keys) set(now contender) {
	m := k.half + int(now.seat)
	for ; k.matches[m] != now; m /= 2 {
		k.matches[m] = now
		if m == 1 {
			return
		}
		if other := &k.matches[m^1]; other.before(&now) {
			now = *other
		}
	}
}

func (c *contender) before(other *contender) bool {
	if c.score != other.score {
		return c.score < other.score
	}
	return c.tie < other.tie
}

// min is the seat with the lowest key, or -1 when every key is never.
func (k *keys) min() int {
	if best := &k.matches[1]; best.score < never {
		return int(best.seat)
	}
	return -1
}

// lowest appends the seats with the lowest keys to out, in order, count of them or as
// many as there are. Whoever is next lost to one that is already found: so it is the
// winner of a match beside that one's way up.
func (k *keys) lowest(count int, out []int32) []int32 {
	k.rivals = k.rivals[:0]
	k.enter(1, count)
	for ; count > 0 && len(k.rivals) > 0; count-- {
		last := len(k.rivals) - 1
		m, seat := int(k.rivals[last].match), k.rivals[last].seat
		k.rivals = k.rivals[:last]
		out = append(out, seat)
		for m < k.half {
			m *= 2
			if k.matches[m].seat != seat {
				m++
			}
			k.enter(m^1, count-1)
		}
	}
	return out
}

// enter puts the winner of match m in its place among the lowest, the best last, and
// keeps no more of them than places.
func (k *keys) enter(m, places int) {
	c := &k.matches[m]
	full := len(k.rivals) == places
	if c.score == never || full && (places == 0 || k.rivals[0].before(c)) {
		return
	}
	at := len(k.rivals)
	for at > 0 && k.rivals[at-1].before(c) {
		at--
	}
	if full {
		copy(k.rivals, k.rivals[1:at])
		at--
	} else {
		k.rivals = append(k.rivals, rival{})
		copy(k.rivals[at+1:], k.rivals[at:])
	}
	k.rivals[at] = rival{int32(m), *c}
}
