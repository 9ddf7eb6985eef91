// Package score judges families, a node and its parents, by data: BDeu and BIC.
//
// Both come from one function F of a set of variables: log p(y | parents), as the score
// has it, is F({y} ∪ parents) − F(parents), less a penalty. For BDeu (Heckerman, Geiger &
// Chickering 1995) F(Z) is the log marginal likelihood of the joint states of Z under a
// Dirichlet prior of α = ess / |Z| for each of the |Z| joint states:
//
//	F(Z) = Σ_z log Γ(n_z + α) − log Γ(α)   over the joint states z that occur
//
// up to a term of ess and the number of rows alone, which drops out of the difference.
// For BIC, F(Z) = Σ_z n_z log n_z. So what is worth remembering is F, which families
// share; and that equivalent graphs score the same is plain to see: the gain of x → y over
// a set B is F(B∪x∪y) − F(B∪x) − F(B∪y) + F(B), the same both ways.
//
// F is an integer, in units of a power of two: sums do not depend on their order, equal
// gains are equal to the last bit, and so ties are ties on any machine and with any number
// of workers.
package score
