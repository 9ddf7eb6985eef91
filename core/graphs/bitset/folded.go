package bitset

// Folded is a set of integers modulo 256. So it has room for sets of any width, and may seem to have more members
// than it was given.
type Folded [4]uint64

// AllFolded seems to have every integer.
var AllFolded = Folded{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// Add puts i in the set.
func (f *Folded) Add(i int) { f[uint(i)>>6&3] |= 1 << (uint(i) & 63) }

// Has reports whether i may be in the set.
func (f *Folded) Has(i int) bool { return f[uint(i)>>6&3]>>(uint(i)&63)&1 != 0 }

// Unite adds the members of a set.
func (f *Folded) Unite(s Set) {
	for k, word := range s {
		f[k&3] |= word
	}
}

// Meets reports whether f and g may have a member in common. If not, the sets that they were given have none.
func (f *Folded) Meets(g *Folded) bool {
	return f[0]&g[0]|f[1]&g[1]|f[2]&g[2]|f[3]&g[3] != 0
}
