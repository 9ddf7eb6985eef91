// Package masked has the one type of what a site may send under masks.
//
// An Answer is a vector of whole numbers modulo 2^64. Each of them is the sum, over the units that the site holds, of a
// function of one unit, which was fixed before the session by the code book. A unit is a row of the site's table, or the
// site's structure. Nothing else can be made: AddRows and AddStructure alone write to an Answer (source_test.go), and the
// functions of a row are those of this package alone.
//
// # Why this is the rule
//
// The sum of answers over all sites is a sum over all units. So it is the same whichever site holds which unit, and whoever
// sees such sums alone cannot tell two allotments of the same units to sites apart. A number that depends on two rows of a
// site, such as a rank, a score or a moment about the site's own mean, is no such sum: a sum of a few of them may have one
// solution.
//
// # Bits
//
// A sum modulo 2^64 has one value if it is from -2^62 to 2^62. A Bound proves this before anything is computed, from the
// greatest value of the function of one unit, and the most units that all sites have together:
//
//	of a row         one, a joint state              1
//	                 a product of two columns        4^places, of numbers from -2^places to 2^places
//	of a structure   it joins or directs a pair      1
//	                 others                          core/federate/consensus/bounds.go
//
// A site that leaves itself out holds no rows. Its answer is the sum over none.
package masked
