package fusion

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// childLists are the children of each node, kept where rows are long. To find what a child reaches then takes as long as
// there are arcs below it, and not as long as the rows of all these nodes are.
type childLists [][]int32

func newChildLists(g *graph.DAG) childLists {
	lists := make(childLists, g.N)
	for x := range lists {
		lists[x] = g.Ch(x).Append(nil)
	}
	return lists
}

// copyFrom makes the lists equal to others of as many nodes.
func (l childLists) copyFrom(o childLists) {
	for x := range l {
		l[x] = append(l[x][:0], o[x]...)
	}
}

func (l childLists) add(x, c int) { l[x] = append(l[x], int32(c)) }

func (l childLists) remove(x, c int) {
	list := l[x]
	k := slices.Index(list, int32(c))
	list[k] = list[len(list)-1]
	l[x] = list[:len(list)-1]
}

// addReached adds the descendants of the nodes in queue to set. It returns the queue, which has them too.
func (l childLists) addReached(queue []int32, set bitset.Set) []int32 {
	for i := 0; i < len(queue); i++ {
		for _, c := range l[queue[i]] {
			if !set.Has(int(c)) {
				set.Add(int(c))
				queue = append(queue, c)
			}
		}
	}
	return queue
}
