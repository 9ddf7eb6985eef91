package over_test

import (
	"context"
	"testing"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/over"
)

// BenchmarkRun is three chains of eight sites with 1,000 rows and 70 % of 37 columns.
func BenchmarkRun(b *testing.B) {
	for _, kind := range []string{"bds", "bdeu"} {
		b.Run(kind, func(b *testing.B) {
			p := drawn(oracle.Rand(3), 37, 8, 1000, 0.7, kind)
			p.Chains, p.Rounds = 3, 6
			for b.Loop() {
				if _, err := over.Run(context.Background(), p, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
