package job_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/job"
)

// Every registered operation has the fields of all requests. In Go, a struct that embeds two fields of one name has
// neither.
func TestEveryOperationHasTheCommonFields(t *testing.T) {
	require.NotEmpty(t, call.Registered())
	for _, name := range call.Registered() {
		op, task, hasTask := strings.Cut(name, " ")
		text := fmt.Sprintf(`{"op":%q,"n":1,"r":1,"names":["a"],"memory_limit":1`, op)
		if hasTask {
			text += fmt.Sprintf(`,"task":%q`, task)
		}
		_, err := job.Start([]byte(text+"}"), nil)
		require.NotContains(t, fmt.Sprint(err), "no such field", name)
	}
}

// A limit without effect, and workers without work, are refused by their names.
func TestFieldsWithoutAnEffectAreRefused(t *testing.T) {
	for field, taken := range map[string][]string{
		"time_limit": {
			"bootstrap", "bounded", "climb", "dsep_vote", "exact_treewidth", "genetic", "learn", "learn_jointly",
			"learn_union", "run", "stability",
		},
		"workers": {
			"agreement", "averaged", "batch", "bootstrap", "bounded", "climb", "criticalities", "dsep_vote", "evidence", "explained",
			"federated_answer consensus", "federated_answer learning", "federated_answer numbers", "federated_answer vote",
			"federated_next consensus", "federated_next learning", "federated_next numbers", "federated_next vote", "fusion", "genetic", "learn", "learn_jointly", "learn_union",
			"log_likelihood", "measure", "memory", "pool", "profile", "run", "scores", "stability", "state", "vote",
		},
	} {
		for _, name := range call.Registered() {
			op, task, hasTask := strings.Cut(name, " ")
			text := fmt.Sprintf(`{"op":%q,"n":1,"r":1,%q:-1`, op, field)
			if hasTask {
				text += fmt.Sprintf(`,"task":%q`, task)
			}
			_, err := job.Start([]byte(text+"}"), nil)
			if slices.Contains(taken, name) {
				require.NotContains(t, fmt.Sprint(err), "no such field", name)
				continue
			}
			failure := call.AsError(err)
			require.Equal(t, field, failure.Argument, name)
			require.Contains(t, failure.Message, "no such field", name)
		}
	}
}
