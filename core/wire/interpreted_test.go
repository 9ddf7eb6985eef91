package wire

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var anonymousCode = regexp.MustCompile(`(?m)^\S+ r.x. \S+ \S+ 0 *$`)

// Where sonic compiles a type, it maps memory for the code. Here no type does.
func TestNothingIsCompiled(t *testing.T) {
	if _, err := os.Stat("/proc/self/maps"); err != nil {
		t.Skip("only Linux says what is mapped")
	}
	mapped := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		return len(anonymousCode.FindAll(maps, -1))
	}
	before := mapped()
	var read struct {
		Unseen []float64 `json:"unseen"`
	}
	require.NoError(t, JSON.UnmarshalFromString(`{"unseen":[1,2.5]}`, &read))
	text, err := JSON.MarshalToString(read)
	require.NoError(t, err)
	assert.Equal(t, `{"unseen":[1,2.5]}`, text)
	assert.Equal(t, before, mapped())
}
