package job_test

import (
	"fmt"
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
		text := fmt.Sprintf(`{"op":%q,"n":1,"r":1,"names":["a"],"workers":1,"time_limit":1,"memory_limit":1`, op)
		if hasTask {
			text += fmt.Sprintf(`,"task":%q`, task)
		}
		_, err := job.Start([]byte(text+"}"), nil)
		require.NotContains(t, fmt.Sprint(err), "no such field", name)
	}
}
