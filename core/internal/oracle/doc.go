// Package oracle is a deliberately dumb second opinion. Every function is
// written from its definition, on plain boolean matrices, with no cache, no
// bound and no cleverness, and it shares no code with the engine: what both
// agree on is right, or wrong twice for different reasons. Only tests and the
// golden-file maker import it, and it imports no other core package.
//
// Names follow the papers: MCBNC (Torrijos et al., AAAI-26), the equivalence
// class operators (Chickering, JMLR 2002), the greedy order (Puerta et al.
// 2021) and the CPDAG's extension (Dor & Tarsi 1992).
package oracle
