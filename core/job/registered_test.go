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
		text := fmt.Sprintf(`{"op":%q,"n":1,"r":1,"names":["a"],"workers":1,"memory_limit":1`, op)
		if hasTask {
			text += fmt.Sprintf(`,"task":%q`, task)
		}
		_, err := job.Start([]byte(text+"}"), nil)
		require.NotContains(t, fmt.Sprint(err), "no such field", name)
	}
}

// A limit that nobody would keep is refused by its name. The operations that keep one are those that C's header names.
func TestATimeLimitIsRefusedWhereNoneIsKept(t *testing.T) {
	kept := []string{
		"bootstrap", "bounded", "climb", "dsep_vote", "exact_treewidth", "genetic", "learn", "learn_jointly", "learn_union",
		"learn_union_numbers", "run", "stability",
	}
	for _, name := range call.Registered() {
		op, task, hasTask := strings.Cut(name, " ")
		text := fmt.Sprintf(`{"op":%q,"n":1,"r":1,"time_limit":-1`, op)
		if hasTask {
			text += fmt.Sprintf(`,"task":%q`, task)
		}
		_, err := job.Start([]byte(text+"}"), nil)
		if slices.Contains(kept, name) {
			require.NotContains(t, fmt.Sprint(err), "no such field", name)
			continue
		}
		failure := call.AsError(err)
		require.Equal(t, "time_limit", failure.Argument, name)
		require.Contains(t, failure.Message, "no such field", name)
	}
}
