package pool_test

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/compare/pool"
)

// plain is a transcription of the specification, slow on purpose: matrices of source × pair, sums over all of them, and a run
// of EM with weights of 1 before the one that counts. It shares nothing with the engine.
type plain struct {
	n                   int
	pairs               [][2]int
	v, t                [][]float64
	seen                [][]bool
	speak               []bool
	r                   []float64 // NaN: the prior
	arrows              []float64
	strength, direction []float64
	rows                int
	prior               float64
	pi                  float64
	hit, alarm, weight  []float64
	z, said, p          []float64
	kappa               [][]float64
	right, lambda       []float64
	edges               [][2]int
	chance              float64
	rounds              int
}

func sigma(x float64) float64           { return 1 / (1 + math.Exp(-x)) }
func logOdds(p float64) float64         { return math.Log(p / (1 - p)) }
func clip(x, low, high float64) float64 { return math.Max(low, math.Min(high, x)) }
func matrix(n int) [][]float64          { return table(n, n) }

// upTo are the nodes below n.
func upTo(n int) []int32 {
	out := make([]int32, n)
	for v := range out {
		out[v] = int32(v)
	}
	return out
}

func table(rows, columns int) (out [][]float64) {
	for range rows {
		out = append(out, make([]float64, columns))
	}
	return out
}

func newPlain(in *pool.Input) *plain {
	n := in.Pairs.N
	o := &plain{n: n, prior: math.Min(0.4, 2.5/float64(n-1))}
	for i := range n {
		for j := i + 1; j < n; j++ {
			o.pairs = append(o.pairs, [2]int{i, j})
		}
	}
	count := len(o.pairs)
	o.v, o.t = table(len(in.Sources), count), table(len(in.Sources), count)
	for k, s := range in.Sources {
		o.seen = append(o.seen, o.inside(s.Nodes))
		for _, x := range s.Says {
			p := slices.Index(o.pairs, [2]int{int(x.I), int(x.J)})
			o.v[k][p], o.t[k][p] = x.Exists, x.Arrow
		}
	}
	o.speak, o.r, o.arrows = make([]bool, count), make([]float64, count), make([]float64, count)
	for p := range o.r {
		o.r[p] = math.NaN()
	}
	if in.Rows != nil {
		o.readRows(in.Rows)
	}
	if in.Known != nil {
		for p, pair := range o.pairs {
			i, j := pair[0], pair[1]
			if in.Known.Required.Has(i, j) {
				o.r[p] = 30
			}
			if in.Known.Forbidden.Has(i, j) {
				o.r[p] = -30
			}
			if in.Known.Directed.Has(i, j) {
				o.arrows[p] = 30
			}
			if in.Known.Directed.Has(j, i) {
				o.arrows[p] = -30
			}
		}
	}
	return o
}

func (o *plain) inside(nodes []int32) []bool {
	out := make([]bool, len(o.pairs))
	for p, pair := range o.pairs {
		out[p] = slices.Contains(nodes, int32(pair[0])) && slices.Contains(nodes, int32(pair[1]))
	}
	return out
}

func (o *plain) readRows(rows *pool.Rows) {
	o.rows, o.speak, o.strength, o.direction = rows.Count, o.inside(rows.Nodes), rows.Strength, rows.Direction
	root := math.Sqrt(float64(o.rows))
	e0, e1 := o.prior*math.Min(0.5, 5/root), math.Min(0.1, 0.8/root)
	if rows.Jointly {
		e0, e1 = o.prior*math.Min(0.6, 8/root), math.Min(0.2, 1.5/root)
	}
	for p := range o.pairs {
		if o.speak[p] {
			o.r[p] = logOdds(e0 + (1-e0-e1)*o.strength[p])
		}
	}
}

// run does all steps.
func (o *plain) run(in *pool.Input) {
	m := len(in.Sources)
	o.weight = slices.Repeat([]float64{1}, m)
	o.em()
	o.dependence()
	o.findChance()
	for k, s := range in.Sources {
		sum := 0.0
		for _, kappa := range o.kappa[k] {
			if kappa > 0.5 {
				sum += kappa
			}
		}
		o.weight[k] = s.Weight * math.Min(1/(1+sum), 1/float64(s.Group))
		if in.Drop && o.chance < 1.645 {
			o.weight[k] = 0
		}
	}
	o.em()
	for p := range o.pairs {
		r := o.r[p]
		if math.IsNaN(r) {
			r = logOdds(o.pi)
		}
		o.said[p] = clip(o.said[p], -6, 6)
		o.p = append(o.p, sigma(r+o.said[p]))
	}
	o.directions()
	o.answer()
}

func (o *plain) em() {
	m, count := len(o.v), len(o.pairs)
	o.z, o.said, o.hit, o.alarm = make([]float64, count), make([]float64, count), make([]float64, m), make([]float64, m)
	for p := range o.pairs {
		v, s := 0.0, 0.0
		for k := range o.v {
			if o.seen[k][p] {
				v, s = v+o.v[k][p], s+1
			}
		}
		q := (v + o.prior) / (s + 1)
		if o.speak[p] {
			q = (sigma(o.r[p]) + q) / 2
		}
		o.z[p] = clip(q, 0.02, 0.98)
	}
	f0 := 0.4 * o.prior
	for o.rounds = 1; o.rounds <= 500; o.rounds++ {
		sum := 0.0
		for _, z := range o.z {
			sum += z
		}
		o.pi = (sum + 2) / (float64(count) + 2/o.prior)
		for k := range o.v {
			a, b, c, d := 7.0, 10.0, 6.0, 6/f0
			for p, z := range o.z {
				if o.seen[k][p] {
					a, b = a+o.v[k][p]*z, b+z
					c, d = c+o.v[k][p]*(1-z), d+1-z
				}
			}
			o.alarm[k] = c / d
			o.hit[k] = math.Max(a/b, o.alarm[k])
		}
		change := 0.0
		for p := range o.pairs {
			o.said[p] = 0
			for k := range o.v {
				if o.seen[k][p] {
					o.said[p] += o.weight[k] * o.says(k, p)
				}
			}
			r := o.r[p]
			if math.IsNaN(r) {
				r = logOdds(o.pi)
			}
			z := sigma(r + o.said[p])
			change = math.Max(change, math.Abs(z-o.z[p]))
			o.z[p] = z
		}
		if change < 1e-9 {
			return
		}
	}
	o.rounds = 500
}

func (o *plain) says(k, p int) float64 {
	v, h, f := o.v[k][p], o.hit[k], o.alarm[k]
	return v*math.Log(h/f) + (1-v)*math.Log((1-h)/(1-f))
}

func (o *plain) dependence() {
	o.kappa = matrix(len(o.v))
	for a := range o.v {
		for b := range o.v {
			if a != b && o.rows > 0 {
				o.kappa[a][b] = o.kappaOf(a, b)
			}
		}
	}
}

func (o *plain) kappaOf(a, b int) float64 {
	var zeta, va, vb []float64
	for p := range o.pairs {
		if o.seen[a][p] && o.seen[b][p] && o.speak[p] {
			zeta, va, vb = append(zeta, sigma(o.r[p])), append(va, o.v[a][p]), append(vb, o.v[b][p])
		}
	}
	if len(zeta) < 6 {
		return 0
	}
	ha, fa := regression(zeta, va)
	hb, fb := regression(zeta, vb)
	sum, varA, varB := 0.0, 0.0, 0.0
	for i, x := range zeta {
		sum += (va[i]-fa-(ha-fa)*x)*(vb[i]-fb-(hb-fb)*x) - x*(1-x)*(ha-fa)*(hb-fb)
		varA += x*ha*(1-ha) + (1-x)*fa*(1-fa)
		varB += x*hb*(1-hb) + (1-x)*fb*(1-fb)
	}
	return clip(sum/math.Sqrt(varA*varB)-2/math.Sqrt(float64(len(zeta))), 0, 1)
}

func regression(x, y []float64) (h, f float64) {
	mx, my := mean(x), mean(y)
	xx, xy := 0.0, 0.0
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
	}
	slope := 0.0
	if xx >= 1e-9 {
		slope = xy / xx
	}
	f = my - slope*mx
	return clip(f+slope, 0.01, 0.99), clip(f, 0.001, 0.99)
}

func mean(x []float64) (m float64) {
	for _, value := range x {
		m += value / float64(len(x))
	}
	return m
}

func (o *plain) findChance() {
	sum, counted := 0.0, 0.0
	for k := range o.v {
		var x, y []float64
		for p := range o.pairs {
			others, number := 0.0, 0.0
			for l := range o.v {
				if l != k && o.seen[l][p] {
					others, number = others+o.v[l][p], number+1
				}
			}
			if !o.seen[k][p] || number == 0 && !o.speak[p] {
				continue
			}
			value := others / math.Max(number, 1)
			if o.speak[p] {
				value += o.strength[p]
			}
			x, y = append(x, o.v[k][p]), append(y, value)
		}
		if len(o.v) > 1 && len(x) > 0 {
			mx, my, xx, yy, xy := mean(x), mean(y), 0.0, 0.0, 0.0
			for i := range x {
				xx, yy, xy = xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my), xy+(x[i]-mx)*(y[i]-my)
			}
			if xx > 1e-12 && yy > 1e-12 {
				sum += xy / math.Sqrt(xx*yy) * math.Sqrt(float64(len(x)-1))
				counted++
			}
		}
	}
	o.chance = sum / math.Sqrt(counted)
}

func (o *plain) directions() {
	v, t, w := slices.Clone(o.v), slices.Clone(o.t), slices.Clone(o.weight)
	usual, counts := slices.Repeat([]float64{0.75}, len(v)), slices.Repeat([]float64{3}, len(v))
	if o.rows > 0 {
		vRows, tRows := make([]float64, len(o.pairs)), make([]float64, len(o.pairs))
		for p := range o.pairs {
			if o.speak[p] {
				vRows[p], tRows[p] = o.strength[p], 2*o.direction[p]-1
			}
		}
		v, t, w = append(v, vRows), append(t, tRows), append(w, 1)
		usual = append(usual, clip(1-2.5/math.Sqrt(float64(o.rows)), 0.6, 0.97))
		counts = append(counts, 20)
	}
	lambda := func() []float64 {
		out := make([]float64, len(o.pairs))
		for p := range out {
			for k := range v {
				sign := 0.0
				if t[k][p] != 0 {
					sign = math.Copysign(1, t[k][p])
				}
				out[p] += w[k] * v[k][p] * math.Abs(t[k][p]) * sign * logOdds(o.right[k])
			}
			if o.arrows[p] != 0 {
				out[p] = o.arrows[p] + clip(out[p], -29, 29)
			}
		}
		return out
	}
	o.right = slices.Clone(usual)
	o.lambda = lambda()
	for range 500 {
		next := make([]float64, len(v))
		change := 0.0
		for k := range v {
			a, b := counts[k]*usual[k], counts[k]
			for p := range o.pairs {
				agrees := sigma(o.lambda[p])
				if t[k][p] <= 0 {
					agrees = 1 - agrees
				}
				a += v[k][p] * math.Abs(t[k][p]) * o.z[p] * agrees
				b += v[k][p] * math.Abs(t[k][p]) * o.z[p]
			}
			next[k] = clip(a/b, 0.5, 0.99)
			change = math.Max(change, math.Abs(next[k]-o.right[k]))
		}
		o.right = next
		after := lambda()
		for p := range after {
			change = math.Max(change, math.Abs(sigma(after[p])-sigma(o.lambda[p])))
		}
		if o.lambda = after; change < 1e-9 {
			return
		}
	}
}

// answer takes the pairs one by one, those of a known arrow first, by falling |λ|, and looks for a path the other way.
func (o *plain) answer() {
	var order []int
	for p := range o.pairs {
		said := o.speak[p] || !math.IsNaN(o.r[p])
		for k := range o.seen {
			said = said || o.seen[k][p] && o.weight[k] > 0
		}
		if o.p[p] > 0.5 && said {
			order = append(order, p)
		}
	}
	rounded := func(p int) float64 { return math.RoundToEven(o.lambda[p]*1e9) / 1e9 }
	slices.SortStableFunc(order, func(p, q int) int {
		if (o.arrows[p] != 0) != (o.arrows[q] != 0) {
			if o.arrows[p] != 0 {
				return -1
			}
			return 1
		}
		a, b := math.Abs(rounded(p)), math.Abs(rounded(q))
		if a > b {
			return -1
		} else if a < b {
			return 1
		}
		return p - q
	})
	for _, p := range order {
		u, v := o.pairs[p][0], o.pairs[p][1]
		if rounded(p) < 0 {
			u, v = v, u
		}
		if o.path(v, u) {
			u, v = v, u
		}
		o.edges = append(o.edges, [2]int{u, v})
	}
}

func (o *plain) path(u, v int) bool {
	if u == v {
		return true
	}
	return slices.ContainsFunc(o.edges, func(e [2]int) bool { return e[0] == u && o.path(e[1], v) })
}
