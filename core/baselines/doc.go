// Package baselines holds simpler ways to one DAG from many, for a consensus to be
// judged by: votes on arcs or on the skeleton, the averaged network of Scutari and
// Nagarajan (2013), and a greedy search for the DAG nearest to the inputs, as in
// DAGBag (Wang and Peng 2014).
//
// Inputs are distinct DAGs over the same nodes with integer weights; what a share is
// compared with is a float64, and the share the correctly rounded quotient.
package baselines
