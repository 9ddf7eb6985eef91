package wire

import "slices"

// ArrayNames are the names of all arrays that some operation takes.
func ArrayNames() []string {
	names := []string{"rank"}
	for _, p := range parts {
		for _, a := range slices.Concat(p.arrays, p.extra) {
			names = append(names, a.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
