// Package operations is what a request may ask for: one file for each operation or family of
// operations, and one table of all of them.
//
// A new operation takes a line of the table and a file. The line says what the operation reads;
// which arrays and fields must be there, and how they are checked, follows from that.
package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/wire"
)

// Operation is one value of a request's "op".
type Operation struct {
	Run    Body
	Memory func(*size) float64 // see Estimate
	Reads  []wire.Part
}

// Body does an operation's work. It reports through p how far it is, and looks at ctx often.
// When ctx ends it returns ctx.Err(). Or, if it has something that is a valid result so far,
// it returns that, with the status that says so.
type Body func(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error)

// Find is the operation of that name, nil if there is none.
func Find(name string) *Operation { return operations[name] }

var operations = map[string]*Operation{

	"federated_hold": {opHold, siteMemory, []wire.Part{
		wire.FederatedTerms, wire.Held.Optional(), wire.SiteDAGs, wire.Weights.Optional(), wire.RunConstraints,
	}},
	"federated_ask": {opAsk, siteMemory, []wire.Part{wire.Secret, wire.ConsensusQuestion}},

	"selftest_panic": {selftestPanic, small, nil},
}
