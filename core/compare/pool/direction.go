package pool

import (
	"context"
	"math"
)

// voice is how a source's directions are weighed.
type voice struct {
	at           []int32   // the pairs of whose direction it says something
	toward       []float64 // v·t: its sign is the direction, i → j or j → i, and its size how much it counts
	prior, count float64   // δ₀, and the pairs that it stands for
	right        float64   // δ
	arrow        float64   // the weighted log-odds of a direction that it is sure of
	weight       float64
}

// directions is the state of the EM of step 5.
type directions struct {
	*model
	voices []*voice
	lambda []float64 // by pair: the log-odds of i → j
	toward []float64 // σ(λ)
}

// directions finds how often each source's directions are right, and the log-odds of each direction, in turn. The rows are the
// last source. z are the probabilities that pairs are joined.
func (m *model) directions(ctx context.Context, z []float64) (*directions, error) {
	d := &directions{model: m, lambda: make([]float64, len(z)), toward: make([]float64, len(z))}
	for _, s := range m.sources {
		d.voices = append(d.voices, m.voiceOf(s))
	}
	if m.rows != nil {
		d.voices = append(d.voices, m.voiceOfRows())
	}
	for _, o := range d.voices {
		o.right = o.prior
	}
	d.addUp()
	for rounds, change := 0, math.Inf(1); change >= tolerance && rounds < most; rounds++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		change = d.judge(z)
		change = max(change, d.addUp())
	}
	return d, nil
}

// voiceOf is the voice of a source. It is right in 0.75 of three pairs before anything is known.
func (m *model) voiceOf(s *source) *voice {
	o := &voice{prior: 0.75, count: 3, weight: s.weight}
	for k, x := range s.Says {
		o.hear(s.at[k], x.Exists*x.Arrow)
	}
	return o
}

// voiceOfRows is that of the rows, which are trusted more the more they are.
func (m *model) voiceOfRows() *voice {
	prior := min(max(1-2.5/math.Sqrt(float64(m.rows.Count)), 0.6), 0.97)
	o := &voice{prior: prior, count: 20, weight: 1}
	for p := range m.pairs.among(m.rows.Nodes) {
		o.hear(int32(p), m.rows.Strength[p]*(2*m.rows.Direction[p]-1))
	}
	return o
}

func (o *voice) hear(pair int32, toward float64) {
	if toward != 0 {
		o.at, o.toward = append(o.at, pair), append(o.toward, toward)
	}
}

// judge estimates δ of each source from the directions, and returns the largest change.
func (d *directions) judge(z []float64) (change float64) {
	for _, o := range d.voices {
		right, all := o.count*o.prior, o.count
		for x, p := range o.at {
			agrees, counts := d.toward[p], math.Abs(o.toward[x])*z[p]
			if o.toward[x] < 0 {
				agrees = 1 - agrees
			}
			right += counts * agrees
			all += counts
		}
		delta := min(max(right/all, 0.5), 0.99)
		change = max(change, math.Abs(delta-o.right))
		o.right = delta
	}
	return change
}

// addUp adds up the log-odds of each direction, and returns the largest change of their probabilities. No source, and not all
// of them together, turns a direction that is known.
func (d *directions) addUp() (change float64) {
	clear(d.lambda)
	for _, o := range d.voices {
		o.arrow = o.weight * logit(o.right)
		for x, p := range o.at {
			d.lambda[p] += o.arrow * o.toward[x]
		}
	}
	for p, known := range d.arrows {
		if known != 0 {
			d.lambda[p] = known + min(max(d.lambda[p], 1-sure), sure-1)
		}
		toward := logistic(d.lambda[p])
		change = max(change, math.Abs(toward-d.toward[p]))
		d.toward[p] = toward
	}
	return change
}

// put puts the outcome into the result.
func (d *directions) put(r *Result) {
	rights, arrows := make([]float64, len(d.voices)), make([]float64, len(d.voices))
	for k, o := range d.voices {
		rights[k], arrows[k] = o.right, o.arrow
	}
	r.Right, r.Arrow, r.Direction = d.back(rights), d.back(arrows), d.lambda
}

// entropies are those of the three answers to each pair: none, i → j and j → i. A pair of the largest is the one to ask of.
func entropies(probability, lambda []float64) []float64 {
	out := make([]float64, len(probability))
	for p, exists := range probability {
		for _, x := range [...]float64{1 - exists, exists * logistic(lambda[p]), exists * logistic(-lambda[p])} {
			if x > 0 {
				out[p] -= x * math.Log(x)
			}
		}
	}
	return out
}
