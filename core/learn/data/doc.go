// Package data holds tables of discrete variables, and counts rows in them. It also holds tables
// of real-valued variables, and the sums of products of their columns (Scatter).
//
// Rows are grouped by their states in some variables (Groups). Within the groups, they are
// counted by their state in one more variable. Memory and time depend on the joint states
// that occur: no table of all joint states is ever made. Where rows are few, a group is not a list
// of rows but a mask of some words (SmallGroups, and SmallParts for rows that are joined of such).
//
// Whatever the groups are, those by the variables that two sets begin with are made once (prefixes.go).
//
// A group of many rows is a bit mask, intersected with the masks of a variable's states by whole
// words (count.go). A group of few rows is a list. A group of one row is only counted, since it
// never splits. Up to 1,023 rows all groups are bit masks (small.go).
//
// The rows of several parts, such as sites, follow one another in each group. So one grouping of
// all rows gives the counts of all rows and of each part (parts.go).
package data
