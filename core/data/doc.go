// Package data holds tables of discrete variables and counts in them.
//
// Rows are grouped by the values of some variables (Groups), and within the groups
// counted by the values of another one. Only what is there takes room or time: no table
// of all configurations is ever made.
package data
