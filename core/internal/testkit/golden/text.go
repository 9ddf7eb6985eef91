package golden

import (
	"fmt"
	"slices"
	"strings"
)

// A section is a heading, what a reader should know, a list of values, and a table.
type section struct {
	title, about string
	values       []field
	table        table
}

// sections are all that is in the text of a case, from top to bottom. Text writes what they hold, and Read sets it.
func (c *Case) sections(inputs *[]input) []section {
	return slices.Concat([]section{{
		title: "Inputs",
		about: "An arc `a->b` makes a a parent of b. A CPDAG has the arcs that all DAGs of a class have, and a line `a-b` where they\n" +
			"differ. The I-maps follow the order below. SMHD counts the pairs that only one of two moral graphs joins: those of\n" +
			"the input and of the fusion. Of several smallest cuts, that nearest to the head counts.",
		values: []field{
			at("kind", &c.Kind, word),
			at("nodes", &c.Names, list(word, " ", "none")),
			at("weights", &c.Weights, ifAny(list(number[int64](), " ", "equal"))),
			at("k_max", &c.KMax, maybe(number[int](), "none")),
			at("cut", &c.CutRule, word),
			at("tie", &c.TieRule, word),
		},
		table: tableOf(inputs, func(in *input) []field {
			return []field{
				at("DAG", &in.dag, c.arcs("->")),
				at("CPDAG", &in.cpdag, c.pdag()),
				at("I-map", &in.imap, c.arcs("->")),
				at("SMHD", &in.smhd, number[int]()),
			}
		}),
	}, {
		title: "Order",
		about: "It is found from the last node to the first. Each step takes the node that is cheapest to make a sink of all DAGs. The\n" +
			"cost counts the arcs that this turns or adds. Of nodes that cost the same, the first is taken.",
		values: []field{at("order", &c.Order, list(c.node(), " ", "none"))},
		table: tableOf(&c.OrderLog, func(p *Pick) []field {
			return []field{
				at("node", &p.Node, c.node()),
				at("cost", &p.Cost, number[int]()),
				at("as cheap", &p.Tied, list(c.node(), " ", "none")),
			}
		}),
	}, {
		title: "Fusion",
		about: "The fusion is the union of the I-maps. The treewidth is that of its moral graph: two upper bounds, and the value.",
		values: []field{
			at("fusion", &c.Union, c.arcs("->")),
			at("CPDAG", &c.CPDAG, c.pdag()),
			at("moral graph", &c.UnionMoral, c.arcs("-")),
			at("treewidth, maximum cardinality", &c.Treewidth.MCS, number[int]()),
			at("treewidth, min-fill", &c.Treewidth.MinFill, number[int]()),
			at("treewidth, exact", &c.Treewidth.Exact, maybe(number[int](), "unknown")),
		},
	}},
		c.runSections("the CPDAG", &c.FirstIteration.CPDAG, &c.Trajectory.CPDAG, &c.Thetas.CPDAG),
		c.runSections("the DAG", &c.FirstIteration.DAG, &c.Trajectory.DAG, &c.Thetas.DAG),
	)
}

// runSections are those of the run that begins with the fusion's CPDAG, or with the fusion itself.
func (c *Case) runSections(start string, first *[]Candidate, run *Run, thetas *[]State) []section {
	return []section{{
		title: "From " + start + ": what the first step may delete",
		about: "H is a set of nodes that are joined to u and have a line to v. S has the other such nodes, and the parents of v but u.\n" +
			"A cut is the least number of edges that part u from v, given S, in the moral ancestral graph of an input. The sum is\n" +
			"weighted, and Psi is the weighted mean. `only` says whether each input has only one such cut.",
		table: tableOf(first, func(k *Candidate) []field {
			return []field{
				at("u", &k.U, c.node()),
				at("v", &k.V, c.node()),
				at("H", &k.H, c.set()),
				at("S", &k.S, c.set()),
				at("cuts", &k.PerClient, list(number[int](), " ", "none")),
				at("sum", &k.Score, number[int64]()),
				at("Psi", &k.Psi, word),
				at("only", &k.UniqueCut, yesOrNo),
			}
		}),
	}, {
		title: "From " + start + ": steps",
		about: "Each step deletes what has the least Psi, and every input loses the arcs of its cut. `tried` counts the deletions, a\n" +
			"line in both directions. `tied` counts those with the least Psi, a line once. `left` counts the edges of the class\n" +
			"after the step. SMHD is that of the class and each input.",
		table: tableOf(&run.Steps, func(s *Step) []field {
			return []field{
				at("deleted", s, c.deleted()),
				at("H", &s.H, c.set()),
				at("S", &s.S, c.set()),
				at("cuts", &s.PerClient, list(number[int](), " ", "none")),
				at("sum", &s.Score, number[int64]()),
				at("Psi", &s.Psi, word),
				at("tied", &s.NTied, number[int]()),
				at("tried", &s.NCandidates, number[int]()),
				at("only", &s.UniqueCut, yesOrNo),
				at("left", &s.EdgesLeft, number[int]()),
				at("SMHD", &s.SMHDToInputs, list(number[int](), " ", "none")),
				at("cut edges", &s.Cuts, list(c.arcs("-"), "; ", "none")),
				at("removed arcs", &s.Removed, list(c.arcs("->"), "; ", "none")),
				at("class", &s.CPDAG, c.pdag()),
			}
		}),
	}, {
		title: "From " + start + ": thresholds",
		about: "A run ends before the first step whose Psi is above theta. The extension is a DAG of the class. The refusion is the\n" +
			"fusion of the inputs as the steps have left them.",
		table: tableOf(thetas, func(s *State) []field {
			return []field{
				at("theta", &s.Theta, word),
				at("steps", &s.StepsTaken, number[int]()),
				at("class", &s.CPDAG, c.pdag()),
				at("extension", &s.Extension, c.arcs("->")),
				at("its CPDAG", &s.ExtensionClass, c.pdag()),
				at("refusion", &s.Refusion, c.arcs("->")),
			}
		}),
	}}
}

// input is a row of the first table.
type input struct {
	dag, imap []Arc
	cpdag     PDAG
	smhd      int
}

func (c *Case) inputs() []input {
	rows := make([]input, len(c.DAGs))
	for i, dag := range c.DAGs {
		rows[i] = input{dag, c.MinimalIMaps[i], c.InputCPDAGs[i], c.SMHDToInputs[i]}
	}
	return rows
}

func (c *Case) setInputs(rows []input) {
	for _, in := range rows {
		c.DAGs, c.MinimalIMaps = append(c.DAGs, in.dag), append(c.MinimalIMaps, in.imap)
		c.InputCPDAGs, c.SMHDToInputs = append(c.InputCPDAGs, in.cpdag), append(c.SMHDToInputs, in.smhd)
	}
}

// Text is a case as a page of Markdown that people read, and that Read reads.
func Text(c Case) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n%s\n", c.ID, c.About)
	inputs := c.inputs()
	for _, s := range c.sections(&inputs) {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", s.title, s.about)
		if len(s.values) > 0 {
			out.WriteByte('\n')
		}
		for _, f := range s.values {
			fmt.Fprintf(&out, "- %s: %s\n", f.name, f.write())
		}
		if s.table != nil {
			out.WriteByte('\n')
			writeTable(&out, s.table.write())
		}
	}
	return out.String()
}

// writeTable writes rows of Markdown, the first of which has the names. Columns have one width, but for the last.
func writeTable(out *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0])-1)
	rows = slices.Insert(rows, 1, slices.Repeat([]string{"---"}, len(rows[0])))
	for k := range widths {
		for _, row := range rows {
			widths[k] = max(widths[k], len(row[k]))
		}
	}
	for _, row := range rows {
		for k, width := range widths {
			fmt.Fprintf(out, "| %-*s ", width, row[k])
		}
		fmt.Fprintf(out, "| %s |\n", row[len(widths)])
	}
}
