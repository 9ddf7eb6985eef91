// Package ops registers the operations that read tables:
//
//	cells.go  the columns of a part of a CSV text
//	facts.go  what texts look like
package ops
