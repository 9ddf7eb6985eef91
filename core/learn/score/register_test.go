package score

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/learn/table"
)

// The C header lists exactly the registered scores, and names the default.
func TestHeaderListsTheScores(t *testing.T) {
	text, err := os.ReadFile("../../../include/mcbnc.h")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), `"score"       `)
	require.True(t, found)
	field, _, found := strings.Cut(after, "\n *   \"")
	require.True(t, found)
	var listed []string
	for _, word := range regexp.MustCompile(`"([a-z0-9-]+)"`).FindAllStringSubmatch(field, -1) {
		listed = append(listed, word[1])
	}
	require.ElementsMatch(t, Names(), listed)
	require.Contains(t, field, `"`+Default+`" (default)`)
}

// A score is found by its name alone, and has its description.
func TestRegister(t *testing.T) {
	for _, k := range Kinds() {
		found, known := Find(k.Name)
		require.True(t, known)
		require.Equal(t, k.Name, found.Name)
		require.Regexp(t, `^[a-z0-9]+(-[a-z0-9]+)*$`, k.Name)
		require.NotEmpty(t, k.Title)
		kinds := 0
		for _, is := range []bool{k.Discrete != nil, k.Continuous != nil, k.Cells == table.Both} {
			if is {
				kinds++
			}
		}
		require.Equal(t, 1, kinds, "a score is for data of one kind")
		require.Regexp(t, `^[A-Z].*\d{4}\)\.$`, k.Doc, "one sentence that ends with its source")
	}
	_, known := Find(Default)
	require.True(t, known)
	_, known = Find("k2")
	require.False(t, known)
	require.PanicsWithValue(t, `score: "bdeu" is registered twice`, func() { register(Kind{Name: "bdeu"}) })
}
