// Package equiv holds Markov equivalence classes of DAGs. Each operation on them exists here once.
//
//	class.go      the type Class: a CPDAG together with a member
//	label.go      DAG to CPDAG: which arcs are compelled
//	delete.go     the operator Delete
//	insert.go     the operator Insert
//	reorient.go   the member that an operator needs
//	extension.go  PDAG to DAG: the consistent extension
//	orient.go     PDAG to DAG where there may be no consistent extension
package equiv
