package baselines_test

import (
	"testing"

	"pgregory.net/rapid"
)

// FuzzDSepVote holds the vote by d-separation to its definition.
func FuzzDSepVote(f *testing.F) {
	f.Add([]byte("eight bytes for each number that is drawn, so that there must be some of them"))
	f.Fuzz(rapid.MakeFuzz(checkDSepVote))
}
