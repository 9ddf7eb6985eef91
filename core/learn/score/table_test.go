package score

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A table has the values of its function, whoever asked for which counts before, on how many goroutines.
func TestTableRemembersItsFunction(t *testing.T) {
	f := func(count int) int64 { return int64(count)*1_000_003 - 7 }
	for seed := range uint64(20) {
		shared := &counted{f: f}
		most := []int32{3, 1 << smallBits, 1<<smallBits + 40, 1 << 30}[seed%4]
		var group sync.WaitGroup
		for worker := range uint64(4) {
			group.Go(func() {
				rng := oracle.Rand(100*seed + worker)
				for range 500 {
					count := rng.Int32N(most)
					if rng.IntN(2) == 0 {
						count &^= 0x3fc0 // many that are looked for at the same place
					}
					want := int64(0)
					if count > 0 {
						want = f(int(count))
					}
					got := shared.known(count)
					if got == 0 {
						got = shared.other(count)
					}
					if !assert.Equal(t, want, got^coded, "%d", count) {
						return
					}
				}
			})
		}
		group.Wait()
		if l := shared.larger.Load(); l != nil {
			assert.LessOrEqual(t, 2*(l.number-1), len(l.counts))
		}
	}
}
