package lanes

import "math/bits"

// Sinks is a working copy of a block's DAGs, while an order is being made. It does for all lanes what fusion.SinkCosts does
// for one DAG, and has sums over them.
type Sinks struct {
	n      int
	arcs   []uint64 // word c*n+p: the lanes with p → c
	pa, ch []uint64 // of each node: the nodes that are a parent, or a child, of it in some lane
	cost   []int64  // of each node
	times  []uint64 // word k: the lanes whose number of copies has bit k; nil: all lanes count once
}

// NewSinks returns the copy of a block. Lane i counts times[i] times. It adds the cost of each node to total.
func (g *Graphs) NewSinks(b int, times, total []int64) *Sinks {
	n := g.N
	words := make([]uint64, n*n+2*n)
	s := &Sinks{n: n, arcs: words[:n*n], pa: words[n*n : n*n+n], ch: words[n*n+n:], cost: make([]int64, n)}
	s.setTimes(times)
	block := g.block(b)
	for c, pa := range g.pa {
		for _, a := range pa {
			s.add(int(a.node), c, block[a.at])
		}
	}
	for x := range n {
		s.renew(x, total)
	}
	return s
}

func (s *Sinks) setTimes(times []int64) {
	for i, count := range times {
		if count == 1 && s.times == nil {
			continue
		}
		if s.times == nil {
			s.times = []uint64{bit(i) - 1} // the lanes before count once
		}
		for k := 0; count>>k != 0; k++ {
			if k == len(s.times) {
				s.times = append(s.times, 0)
			}
			s.times[k] |= uint64(count>>k&1) << i
		}
	}
}

// add adds p → c in some lanes.
func (s *Sinks) add(p, c int, lanes uint64) {
	if lanes != 0 {
		s.arcs[c*s.n+p] |= lanes
		s.pa[c] |= bit(p)
		s.ch[p] |= bit(c)
	}
}

// weight is how often some lanes count.
func (s *Sinks) weight(lanes uint64) (sum int) {
	if s.times == nil {
		return bits.OnesCount64(lanes)
	}
	for k, plane := range s.times {
		sum += bits.OnesCount64(lanes&plane) << k
	}
	return sum
}

// renew finds the cost of x anew, and adds the change to total: see fusion.SinkCosts.
func (s *Sinks) renew(x int, total []int64) {
	n, sum := s.n, 0
	var others [MaxNodes]uint64
	own, among := s.arcs[x*n:(x+1)*n], uint64(0)
	for ch := s.ch[x]; ch != 0; ch &= ch - 1 {
		c := lowest(ch)
		row := s.arcs[c*n : (c+1)*n]
		lanes := row[x]
		if lanes == 0 {
			continue
		}
		sum += s.weight(lanes)
		for pa := s.pa[x]; pa != 0; pa &= pa - 1 {
			p := lowest(pa)
			sum += s.weight(lanes & own[p] &^ row[p])
		}
		for pa := s.pa[c] &^ bit(x); pa != 0; pa &= pa - 1 {
			p := lowest(pa)
			others[p] |= lanes & row[p]
		}
		among |= s.pa[c] &^ bit(x)
	}
	for ; among != 0; among &= among - 1 {
		p := lowest(among)
		sum += s.weight(others[p] &^ (own[p] | s.arcs[p*n+x]))
	}
	total[x] += int64(sum) - s.cost[x]
	s.cost[x] = int64(sum)
}

// MakeSink turns x's arcs to its children, one after the other, and removes x. It adds to total what changes of the costs.
func (s *Sinks) MakeSink(x int, w *Workspace, total []int64) {
	n, stale := s.n, s.ch[x]
	s.turnAll(x, w)
	for ch := stale; ch != 0; ch &= ch - 1 {
		stale |= s.pa[lowest(ch)]
	}
	for pa := s.pa[x]; pa != 0; pa &= pa - 1 {
		p := lowest(pa)
		s.arcs[x*n+p] = 0
		s.ch[p] &^= bit(x)
	}
	stale |= s.pa[x]
	s.pa[x] = 0
	for ; stale != 0; stale &= stale - 1 {
		s.renew(lowest(stale), total)
	}
}

// turnAll turns the arcs from x to its children. At each turn a lane takes its lowest child that no other child left reaches.
// What the children reach can be found once, before: see fusion.SinkCosts.MakeSink.
func (s *Sinks) turnAll(x int, w *Workspace) {
	n, children := s.n, s.ch[x]
	left := &w.reached // of each child: the lanes in which its turn is to come
	some, several := uint64(0), uint64(0)
	for ch := children; ch != 0; ch &= ch - 1 {
		c := lowest(ch)
		left[c] = s.arcs[c*n+x]
		several |= some & left[c]
		some |= left[c]
	}
	for ch := children; ch != 0; ch &= ch - 1 {
		s.findReach(lowest(ch), several, w)
	}
	for again := children; again != 0; {
		turns := again
		again = 0
		taken := uint64(0)
		for ; turns != 0; turns &= turns - 1 {
			c := lowest(turns)
			free := left[c] &^ taken
			for others := children &^ bit(c); others != 0 && free&several != 0; others &= others - 1 {
				d := lowest(others)
				free &^= left[d] & w.rows[d*n+c]
			}
			s.turn(x, c, free)
			taken |= free
			if left[c] &^= free; left[c] != 0 {
				again |= bit(c)
			}
		}
	}
	for s.ch[x] = 0; children != 0; children &= children - 1 {
		s.pa[lowest(children)] &^= bit(x)
	}
}

// findReach fills row c of w.rows with the lanes, of some, in which the child c reaches each node.
func (s *Sinks) findReach(c int, some uint64, w *Workspace) {
	n := s.n
	row := w.rows[c*n : (c+1)*n]
	clear(row)
	todo := uint64(0)
	if w.waiting[c&63] = w.reached[c&63] & some; w.waiting[c&63] != 0 {
		todo = bit(c)
	}
	for todo != 0 {
		y, lanes := w.take(&todo)
		for ch := s.ch[y]; ch != 0; ch &= ch - 1 {
			z := lowest(ch)
			if more := lanes & s.arcs[z*n+y] &^ row[z]; more != 0 {
				row[z] |= more
				w.waiting[z] |= more
				todo |= bit(z)
			}
		}
	}
}

// turn covers x → c in some lanes, and makes it c → x.
func (s *Sinks) turn(x, c int, lanes uint64) {
	if lanes == 0 {
		return
	}
	n := s.n
	paX, paC := s.arcs[x*n:(x+1)*n], s.arcs[c*n:(c+1)*n]
	for pa := (s.pa[x] | s.pa[c]) &^ bit(x); pa != 0; pa &= pa - 1 {
		p := lowest(pa)
		toX, toC := paC[p]&lanes&^paX[p], paX[p]&lanes&^paC[p]
		s.add(p, x, toX)
		s.add(p, c, toC)
	}
	paC[x] &^= lanes
	s.add(c, x, lanes)
}
