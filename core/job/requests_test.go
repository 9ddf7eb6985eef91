package job_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

var write = flag.Bool("write", false, "write the list of requests into the header")

// The C header lists the fields and the arrays of each request, as the engine has them. With -write the list is made anew.
func TestHeaderListsTheRequests(t *testing.T) {
	const path, begin, end = "../../include/mcbnc.h", " * requests begin\n", " * requests end\n"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found)
	whole := before + begin + requests() + end + after
	if *write {
		require.NoError(t, os.WriteFile(path, []byte(whole), 0o644))
		return
	}
	assert.Equal(t, whole, string(text), "go test ./core/job -run TestHeaderListsTheRequests -write makes the list anew")
}

// requests is the list.
func requests() string {
	var out strings.Builder
	for _, name := range call.Registered() {
		d := call.Describe(name)
		if of, task, tasks := strings.Cut(name, " "); tasks {
			name = fmt.Sprintf("%s, task %q", of, task)
		}
		fmt.Fprintf(&out, " *   %s\n", name)
		var arrays []string
		for _, a := range d.Arrays {
			if !a.Must {
				a.Name = "[" + a.Name + "]"
			}
			arrays = append(arrays, a.Name)
		}
		wrap(&out, " *       fields  ", d.Fields)
		wrap(&out, " *       arrays  ", arrays)
	}
	return out.String()
}

// wrap writes words into lines. The first line begins with a title. Without words it writes nothing.
func wrap(out *strings.Builder, title string, words []string) {
	const width = 86
	line := title
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		if len(line)+len(word) > width {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = " *" + strings.Repeat(" ", len(title)-2)
		}
		line += word + " "
	}
	if len(words) > 0 {
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// Fuzzing gives every array that an operation takes.
func TestFuzzingGivesEveryArray(t *testing.T) {
	names := []string{"rank"}
	for _, name := range call.Registered() {
		for _, a := range call.Describe(name).Arrays {
			names = append(names, a.Name)
		}
	}
	assert.Subset(t, jobtest.Names, names)
}
