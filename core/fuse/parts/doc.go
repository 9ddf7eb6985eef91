// Package parts is what requests about runs have in common: the options of a run, an order, the steps of a run that was
// found earlier, and the arrays that tell of steps.
package parts
