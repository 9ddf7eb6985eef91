package consensus

import (
	"context"
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// tieGroup is a set of deletions of one edge that all have the lowest score:
// every H = NA \ (S ∩ NA) with lo ⊆ S ∩ NA ⊆ hi and |H| ≤ k_max.
type tieGroup struct {
	edge   int
	lo, hi bitset.Set
	sizes  []float64 // sizes[j]: how many of them leave out j nodes of hi \ lo
}

// lottery draws one deletion uniformly from all that tie, met group by group
// (reservoir sampling, so that nothing need be kept but the winner). The groups
// come in an order that depends on the graph alone, and so does the draw.
type lottery struct {
	rng    *rand.Rand
	met    float64
	winner tieGroup
}

// newLottery returns the draws of a whole run.
func newLottery(seed int64) *lottery {
	return &lottery{rng: rand.New(rand.NewPCG(uint64(seed), 0x6d63626e63))}
}

func (l *lottery) enter(g tieGroup) {
	count := 0.0
	for _, c := range g.sizes {
		count += c
	}
	l.met += count
	if l.rng.Float64()*l.met < count {
		l.winner = g
	}
}

// drawTie draws one deletion among all whose key is the lowest.
func (d *desk) drawTie(ctx context.Context, key int64) (choice, error) {
	d.lottery.met = 0
	for e := range d.c.list {
		if d.key(e) != key {
			continue
		}
		if err := d.enterEdge(ctx, e, key); err != nil {
			return choice{}, err
		}
	}
	c := choice{edge: d.lottery.winner.edge, inS: d.lottery.draw()}
	d.outer(c.edge, c.inS, d.given)
	var err error
	c.cuts, err = d.cutsOf(ctx, c.edge, d.given, d.given)
	return c, err
}

// enterEdge enters the ties of one edge.
func (d *desk) enterEdge(ctx context.Context, e int, key int64) error {
	if f := d.c.list[e].h; f != nil {
		err := d.enterNodes(ctx, e, f, f.nodes[f.best].sum)
		d.rekey(e) // bounds of its nodes became sharper
		return err
	}
	for d.key(e) == key {
		if d.pose(e) == exact {
			d.lottery.enter(tieGroup{edge: e, lo: d.none, hi: d.none, sizes: []float64{1}})
			break
		}
		if err := d.answer(ctx); err != nil {
			return err
		}
		d.seat(d.seatOf(e))
	}
	return nil
}

// enterNodes enters the ties of one edge's frontier. It searches beside the
// frontier, whose nodes stay what they are but for sharper bounds.
func (d *desk) enterNodes(ctx context.Context, e int, f *frontier, score int64) error {
	open := append([]*node(nil), f.nodes...)
	for len(open) > 0 {
		nd := open[len(open)-1]
		open = open[:len(open)-1]
		if d.allBut(nd.tight) {
			d.poseBounds(e, nd)
			if err := d.answer(ctx); err != nil {
				return err
			}
		}
		if nd.sum > score || !d.fits(e, nd.hSize) {
			continue
		}
		if nd.clique {
			highest, err := d.highest(ctx, e, nd)
			if err != nil {
				return err
			}
			if highest == score { // every S of the node has this score
				d.lottery.enter(d.wholeNode(e, nd))
				continue
			}
			if nd.lo.Equal(nd.hi) {
				continue
			}
		}
		x := d.splitOn(nd)
		if err := d.findAbove(ctx, e, nd, x); err != nil {
			return err
		}
		out, err := d.childWithout(ctx, e, nd, x)
		if err != nil {
			return err
		}
		in, err := d.childWith(ctx, e, nd, x)
		if err != nil {
			return err
		}
		open = append(open, out, in)
	}
	return nil
}

// highest is an upper bound on the score of every S of nd, exact where lo = hi:
// Σ w_i min cut in moral(An_i({u,v} ∪ P ∪ hi)) − (P ∪ lo).
func (d *desk) highest(ctx context.Context, e int, nd *node) (int64, error) {
	d.outer(e, nd.hi, d.given)
	d.outer(e, nd.lo, d.removed)
	sizes, err := d.cutsOf(ctx, e, d.given, d.removed)
	if err != nil {
		return 0, err
	}
	sum := int64(0)
	for i, cut := range sizes {
		sum += d.weights[i] * int64(cut)
	}
	return sum, nil
}

// cutsOf asks every DAG for a cut of e, of which nothing is kept. The answer stands
// until the next question.
func (d *desk) cutsOf(ctx context.Context, e int, given, removed bitset.Set) ([]uint16, error) {
	d.given.Copy(given)
	d.asked.Fill(d.c.dags)
	d.fill(aboutEdge, e, nil, removed)
	return d.sizes, d.put(ctx)
}

// wholeNode counts the admissible H of a node whose hi is a clique, by size.
func (r *run) wholeNode(e int, nd *node) tieGroup {
	free := nd.hi.Count() - nd.lo.Count()
	most := free
	for !r.fits(e, nd.hSize+most) {
		most--
	}
	g := tieGroup{edge: e, lo: nd.lo, hi: nd.hi}
	ways := 1.0 // free over j
	for j := 0; j <= most; j++ {
		g.sizes = append(g.sizes, ways)
		ways *= float64(free-j) / float64(j+1)
	}
	return g
}

// splitOn is a node of hi to decide on, one of hi \ lo.
func (r *run) splitOn(nd *node) int {
	if !nd.clique {
		return r.mostApart(nd)
	}
	return nd.undecided()
}

// draw is the part of NA that stays in S, for one member of the winning group.
func (l *lottery) draw() bitset.Set {
	g := &l.winner
	inS := g.hi.Clone()
	out := l.drawSize(g.sizes)
	free := g.hi.Clone()
	free.AndNot(g.lo)
	members := free.Append(nil)
	for ; out > 0; out-- { // partial Fisher–Yates: out of them, uniformly
		k := int(l.rng.Float64() * float64(len(members)))
		inS.Remove(int(members[k]))
		members[k] = members[len(members)-1]
		members = members[:len(members)-1]
	}
	return inS
}

func (l *lottery) drawSize(sizes []float64) int {
	total := 0.0
	for _, c := range sizes {
		total += c
	}
	at := l.rng.Float64() * total
	for j, c := range sizes {
		if at -= c; at < 0 {
			return j
		}
	}
	return len(sizes) - 1
}
