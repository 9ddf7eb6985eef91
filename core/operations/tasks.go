package operations

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/wire"
)

// For is the operation that a request asks for.
func For(q *wire.Request) (*Operation, *call.Error) {
	if byTask, found := tasks[q.Op]; found {
		if op := byTask[q.Task]; op != nil {
			return op, nil
		}
		return nil, call.BadRequestf("task", "operation %q has the tasks \"consensus\" or \"learning\", not %.40q", q.Op, q.Task)
	}
	if op := Find(q.Op); op != nil {
		return op, nil
	}
	return nil, call.BadRequestf("op", "there is no operation %q", q.Op)
}

// tasks are the operations of a federation: those of its sites and those of its coordinator. What
// they do depends on the request's "task".
var tasks = map[string]map[string]*Operation{
	"federated_answer": {
		"consensus": {opAnswerConsensus, siteMemory, []wire.Part{
			wire.FederatedTerms, wire.SiteDAG, wire.Weights.Optional(), wire.RunConstraints, wire.ConsensusQuestion,
		}},
	},
	"federated_next": {
		"consensus": {opNextConsensus, siteMemory, []wire.Part{
			wire.FederatedTerms, wire.Held.Optional(), wire.Weights.Optional(), wire.Order.Optional(), wire.RunConstraints, wire.Sums,
		}},
	},
}
