package job

import "slices"

// readTrajectory reads the steps of a run, as its results described them, and
// what is asked about them.
func (b *builder) readTrajectory() *Error {
	if !b.has("step_edges") {
		return nil
	}
	for _, read := range []func() *Error{b.readSteps, b.readRemoved, b.readPrefixes, b.refusible} {
		if failure := read(); failure != nil {
			return failure
		}
	}
	b.in.Prefix = b.q.Prefix
	return b.prefixInRange("prefix", b.q.Prefix)
}

// refusible checks that a state that is a fusion of the pruned inputs comes with
// them and with what was pruned.
func (b *builder) refusible() *Error {
	if !b.in.Refusion || !b.op.allows("removed") {
		return nil
	}
	for _, name := range []string{"dags", "removed"} {
		if !b.has(name) {
			return badRequest(name, "the output \"refusion\" needs this array")
		}
	}
	return nil
}

func (b *builder) readSteps() *Error {
	edges := numbers[int32](b, "step_edges")
	h, failure := b.readSets("h_ptr", "h", len(edges)/3)
	if failure != nil {
		return failure
	}
	for edge := range slices.Chunk(edges, 3) {
		u, v, undirected := edge[0], edge[1], edge[2]
		if !b.isNode(u) || !b.isNode(v) || u == v || undirected < 0 || undirected > 1 {
			return badRequest("step_edges", "%v is not an edge", edge)
		}
		b.in.Steps = append(b.in.Steps, Step{
			U:          b.in.Index.Engine(int(u)),
			V:          b.in.Index.Engine(int(v)),
			Undirected: undirected == 1,
			H:          h[len(b.in.Steps)],
		})
	}
	return nil
}

// readSets reads the set H, or S, of each of k steps, in the engine's indices, sorted.
func (b *builder) readSets(starts, name string, k int) ([][]int32, *Error) {
	ptr, flat := numbers[int64](b, starts), numbers[int32](b, name)
	if ptr[0] != 0 || ptr[k] != int64(len(flat)) || !slices.IsSorted(ptr) {
		return nil, badRequest(starts, "it does not rise from 0 to the length of %s, %d", name, len(flat))
	}
	for i, node := range flat {
		if !b.isNode(node) {
			return nil, badRequest(name, "there is no node %d", node)
		}
		flat[i] = int32(b.in.Index.Engine(int(node)))
	}
	sets := make([][]int32, k)
	for i := range sets {
		sets[i] = flat[ptr[i]:ptr[i+1]:ptr[i+1]]
		slices.Sort(sets[i])
	}
	return sets, nil
}

func (b *builder) readRemoved() *Error {
	if !b.has("removed") {
		return nil
	}
	rows := numbers[int32](b, "removed")
	for row := range slices.Chunk(rows, 4) {
		step, dag, from, to := int(row[0]), int(row[1]), row[2], row[3]
		inRange := step >= 0 && step < len(b.in.Steps) && dag >= 0 && dag < b.in.R
		if !inRange || !b.isNode(from) || !b.isNode(to) {
			return badRequest("removed", "%v is not a step, a DAG and two nodes", row)
		}
		b.in.Removed = append(b.in.Removed, Removal{
			Step: step, DAG: dag,
			A: b.in.Index.Engine(int(from)),
			B: b.in.Index.Engine(int(to)),
		})
	}
	return nil
}

func (b *builder) readPrefixes() *Error {
	if !b.has("prefixes") {
		return nil
	}
	prefixes := numbers[int64](b, "prefixes")
	for _, prefix := range prefixes {
		if failure := b.prefixInRange("prefixes", int(prefix)); failure != nil {
			return failure
		}
		b.in.Prefixes = append(b.in.Prefixes, int(prefix))
	}
	return nil
}

func (b *builder) prefixInRange(argument string, prefix int) *Error {
	if prefix < 0 || prefix > len(b.in.Steps) {
		return badRequest(argument, "%d is not from 0 to %d, the number of steps", prefix, len(b.in.Steps))
	}
	return nil
}

func (b *builder) isNode(k int32) bool { return k >= 0 && int(k) < b.in.N }
