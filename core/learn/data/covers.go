package data

import "slices"

// Covers are sets of variables in which a superset of a set is found. The zero value is empty.
type Covers struct {
	sets  [][]int32
	by    map[int32][]int // by variable: the numbers of the sets that have it
	exact map[string]int  // by set: its number
}

// Add adds a set, in ascending order, and returns its number, counted from 0.
func (c *Covers) Add(set []int32) int {
	if c.by == nil {
		c.by, c.exact = map[int32][]int{}, map[string]int{}
	}
	k := len(c.sets)
	c.sets = append(c.sets, set)
	for _, v := range set {
		c.by[v] = append(c.by[v], k)
	}
	c.exact[key(set)] = k
	return k
}

// Find is the number of a set that contains this one, in ascending order; -1 if there is none.
// If the set itself was added, it is that. Otherwise it is the first one that was added.
func (c *Covers) Find(set []int32) int {
	if k := c.Has(set); k >= 0 {
		return k
	}
	if len(set) == 0 {
		return min(len(c.sets), 1) - 1
	}
	var candidates []int
	for i, v := range set {
		if has := c.by[v]; i == 0 || len(has) < len(candidates) {
			candidates = has
		}
	}
	for _, k := range candidates {
		if contains(c.sets[k], set) {
			return k
		}
	}
	return -1
}

// Has is the number of this set; -1 if it was not added.
func (c *Covers) Has(set []int32) int {
	if k, found := c.exact[key(set)]; found {
		return k
	}
	return -1
}

// Sets are the sets in the order in which they were added.
func (c *Covers) Sets() [][]int32 { return c.sets }

// contains reports whether a set has all variables of another one, both ascending.
func contains(set, part []int32) bool {
	for _, v := range part {
		at, found := slices.BinarySearch(set, v)
		if !found {
			return false
		}
		set = set[at+1:]
	}
	return true
}

// key is a set as the key of a map.
func key(set []int32) string {
	text := make([]byte, 0, 4*len(set))
	for _, v := range set {
		text = append(text, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(text)
}
