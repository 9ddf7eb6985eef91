// Package data holds tables of discrete variables, and counts rows in them. It also holds tables
// of real-valued variables, and the sums of products of their columns (Scatter).
//
// Rows are grouped by their states in some variables (Groups). Within the groups, they are
// counted by their state in one more variable. Memory and time depend on the joint states
// that occur: no table of all joint states is ever made. Where rows are few, a group is not a list
// of rows but a mask of some words (SmallGroups, and SmallParts for rows that are joined of such).
package data
