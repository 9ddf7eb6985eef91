package engine

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
)

// Inputs are the input DAGs as a whole consensus sees them: fusion's questions, then the
// run's. A run changes the DAGs, so fusion's questions come first. The contracts are at the
// two interfaces. inputstest.Run holds an implementation to them.
type Inputs interface {
	fusion.Inputs
	consensus.Inputs
}
