package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opMembers is the DAGs as every operation reads them: of each partially directed graph, its
// extension.
func opMembers(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	return &call.Output{
		Extended: in.Extended,
		Arrays:   map[string]call.Array{"dags": in.Index.DAGs(in.N, in.DAGs)},
	}, nil
}
