package baselines

import (
	"testing"

	"pgregory.net/rapid"
)

// FuzzBounded holds the greedy fusion within a bound to its definition.
func FuzzBounded(f *testing.F) {
	f.Add([]byte("eight bytes for each number that is drawn, so that there must be some of them"))
	f.Fuzz(rapid.MakeFuzz(checkBounded))
}

// FuzzGenetic holds the genetic fusion to its definition.
func FuzzGenetic(f *testing.F) {
	f.Add([]byte("eight bytes for each number that is drawn, so that there must be some of them"))
	f.Fuzz(rapid.MakeFuzz(checkGenetic))
}
