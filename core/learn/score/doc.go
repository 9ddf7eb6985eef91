// Package score scores families, a node and its parents, by data.
//
// Every score comes from a function F of sets of variables and a penalty. The score of y
// given its parents is F({y} ∪ parents) − F(parents) − penalty. Hence families share the
// values of F, which are cached (Sets). The gain of x → y over a set B of other parents is
// F(B∪x∪y) − F(B∪x) − F(B∪y) + F(B) less a penalty. It is the same for y → x, so equivalent
// graphs score the same.
//
// F is an integer, in units of a power of two. Sums do not depend on their order, and equal
// gains are equal to the last bit. So ties are ties on every machine and with any number of
// workers.
//
// The constants and penalties of all scores come from package math, and so do the terms of the
// discrete ones: bic-g takes math.Log, and bge takes math.Log, math.Log1p and math.Lgamma. Scores of mixed
// columns take math.Log too, and math.Erfinv for normal scores. Their
// last bits may differ between platforms. For example, Go has math.Log in assembly on amd64 and
// s390x alone, and on some other platforms the compiler fuses products and sums of the portable
// code. So scores may differ in their last units between platforms, but not on one platform.
//
// A new score is one file, which registers a Kind: see aic.go. A score of discrete data gives
// a formula of counts. A Gaussian score gives the matrix whose determinants make F, and the
// constants by the size of a set: see bge.go. A score of mixed columns is made of the moments of the
// real-valued columns in the joint states of the discrete ones: see conditional.go.
//
// F is evaluated in batches (sets.go, fill.go). All F(B ∪ {x}) of one B share one grouping of the
// rows by B. Sets that begin with the same variables share that part of the grouping. Values of F
// are kept up to about 256 MB for each dataset that is being searched. Then all are forgotten, and
// evaluated again if they are asked for.
//
// Real-valued cells become integers, so the sums of their products are exact and the order of the
// rows does not count. A set is eliminated in ascending order with unfused products
// (determinant.go). So F has the same bits however the set came about.
//
//	model.go             what a search needs of a score
//	register.go          the scores by name
//	aic.go bdeu.go bic.go qnml.go  one score each
//	discrete.go          scores made of the counts of joint states
//	discrete_batch.go    F of many sets, by grouping and counting rows
//	table.go             the terms of F, remembered by count
//	whole.go             the terms of F that no count is in
//	surplus.go           what joint states cost that are many for the rows
//	bge.go bicg.go       one Gaussian score each
//	mixed.go             scores of discrete and real-valued columns beside each other
//	conditional.go       bic-cg: a normal distribution in each cell of the discrete columns
//	cells.go             its log-likelihood
//	degenerate.go        dg: a Gaussian score in which indicators stand for states
//	shape.go             F of discrete data from tables of counts, or from given values
//	gaussian.go          scores made of the determinants of a matrix
//	set_batch.go         F of many sets, one by one
//	determinant.go       determinants and logarithms with the same bits on every machine
//	sets.go fill.go      F remembered by set, and evaluated by all workers
//	sum.go               the sum of several models' scores
//	family_batch.go      F of families by the parents' joint states that occur
//	parts.go             F of all rows and the sum of each part's F, counted at once
//	family_parts.go      the same for F of families
//	larger.go            the larger one of two scores of a family
//	weighted.go          weights of pairs as a prior of structures
//	predict.go           log-likelihood of held-out rows
package score
