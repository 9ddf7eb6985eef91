// Package agreement measures how well many graphs agree, and finds graphs that agree with hardly
// any other. The measure is the F1 of two skeletons, in exact arithmetic.
//
//	agreement.go  the medians and the threshold
//	skeleton.go   F1 of two skeletons
//	median.go     exact fractions, and medians of lists with repeated values
package agreement
