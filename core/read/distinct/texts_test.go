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
		word := rapid.SampledFrom([]string{"", "a", "b", "ab", "\x00", "abcdefgh", "abcdefghi", "abcdefgh\x00", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnoq", "abcdefghijklmno\x00", "ü", "𝄞", "12345.678"})
		more := rapid.SampledFrom([]int{0, 0, fewest}).Draw(t, "more")
		words := rapid.SliceOfN(word, 0, 30).Draw(t, "words")
		for k := range more {
			words = append(words, strconv.Itoa(k*k%1009)+word.Draw(t, "more of it"))
		}
		texts, known := New(), map[string]uint32{}
		list, short := Listed[uint8](New(), nil, 9), []string{}
		for _, own := range words {
			code, found := known[own]
			if !found {
				code = uint32(len(known))
				known[own] = code
			}
			require.Equal(t, code, texts.Code([]byte(own)))
			require.Equal(t, own, string(texts.Text(code)))
			require.True(t, texts.Has([]byte(own)))
			require.Equal(t, known[own+"!"] > 0, texts.Has([]byte(own+"!")))
			if list.Add([]byte(own)) {
				short = append(short, own)
			} else {
				require.Greater(t, len(own), keyBytes)
			}
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
		var each []string
		list.Each(func(text []byte) { each = append(each, string(text)) })
		require.Equal(t, short, append([]string{}, each...))
		found, places := sorter.Number(list)
		require.Zero(t, list.Len())
		text, ends := found.Append([]byte("x"), nil)
		require.Equal(t, found.Count(), len(ends))
		require.Equal(t, found.Bytes(), len(text)-1-len(ends))
		sorted = slices.Compact(slices.Sorted(slices.Values(short)))
		for i, own := range short {
			begin := 1
			if places[i] > 0 {
				begin = int(ends[places[i]-1]) + 1
			}
			require.Equal(t, own, string(text[begin:ends[places[i]]]))
			require.Equal(t, own, sorted[places[i]])
		}
		listed := Listed(texts, []uint32{}, 3)
		require.Equal(t, slices.ContainsFunc(words, func(own string) bool { return len(own) > keyBytes }), listed == nil)
	})
}
