package pool

import (
	"context"
	"math"
)

// chance is how far the sources agree with each other and with the rows, over what chance gives (step 7). Each source's v is
// correlated with the mean of the others' v plus the rows' strength, over the pairs of which any of these says something. Without
// agreement a correlation times the root of the pairs less one is about standard normal, and so is their sum over the root of
// their number. Sources without a correlation, such as those that join nothing, show nothing. NaN: none has one.
func (m *model) chance(ctx context.Context) (float64, error) {
	if len(m.sources) < 2 {
		return math.NaN(), nil
	}
	joined, seen := m.counts()
	sum, counted := 0.0, 0
	own := make([]float64, m.pairs.Count())
	for _, s := range m.sources {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		clear(own)
		for x, p := range s.at {
			own[p] = s.v[x]
		}
		c := correlation{}
		for p := range m.pairs.among(s.Nodes) {
			speak := m.speak != nil && m.speak[p]
			if seen[p] < 2 && !speak {
				continue
			}
			others := 0.0
			if seen[p] > 1 {
				others = (joined[p] - own[p]) / (seen[p] - 1)
			}
			if speak {
				others += m.rows.Strength[p]
			}
			c.add(own[p], others)
		}
		if r, defined := c.of(); defined {
			sum += r * math.Sqrt(c.n-1)
			counted++
		}
	}
	return sum / math.Sqrt(float64(counted)), nil // 0/0 is NaN
}

// correlation is made of pairs of numbers one by one, by their means so far (Welford 1962).
type correlation struct {
	n, x, y    float64 // how many, and their means
	xx, yy, xy float64 // sums of products of deviations
}

func (c *correlation) add(x, y float64) {
	c.n++
	dx, dy := x-c.x, y-c.y
	c.x += dx / c.n
	c.y += dy / c.n
	c.xx += dx * (x - c.x)
	c.yy += dy * (y - c.y)
	c.xy += dx * (y - c.y)
}

// of is the correlation. It is undefined if one of the two does not vary beyond rounding.
func (c *correlation) of() (float64, bool) {
	const rounding = 1e-12
	if c.xx < rounding || c.yy < rounding {
		return 0, false
	}
	return c.xy / math.Sqrt(c.xx*c.yy), true
}
