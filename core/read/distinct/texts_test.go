package distinct

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTextsAreNumberedAndSorted(t *testing.T) {
	var sorter Sorter // for one list after the other
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"", "a", "b", "ab", "\x00", "abcdefgh", "abcdefghi", "abcdefgh\x00", "ü", "𝄞", "12345.678"})
		more := rapid.SampledFrom([]int{0, 0, fewest}).Draw(t, "more")
		words := rapid.SliceOfN(word, 0, 30).Draw(t, "words")
		for k := range more {
			words = append(words, strconv.Itoa(k*k%1009)+word.Draw(t, "more of it"))
		}
		texts, known := New(), map[string]uint32{}
		for _, own := range words {
			code, found := known[own]
			if !found {
				code = uint32(len(known))
				known[own] = code
			}
			require.Equal(t, code, texts.Code([]byte(own)))
			require.Equal(t, own, string(texts.Text(code)))
			if rapid.IntRange(0, 20).Draw(t, "expect") == 0 {
				texts.Expect(rapid.IntRange(0, 300).Draw(t, "count"))
			}
		}
		require.Equal(t, len(known), texts.Count())
		var sorted []string
		for _, code := range sorter.Sorted(texts) {
			sorted = append(sorted, string(texts.Text(code)))
		}
		require.Len(t, sorted, len(known))
		require.True(t, slices.IsSortedFunc(sorted, strings.Compare))
	})
}
