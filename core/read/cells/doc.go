// Package cells reads the cells of a CSV text, column by column. The text comes in parts, each a whole number of rows and
// what is behind them.
//
//	part.go     a part of the text: its rows and where they begin, and all columns of it
//	record.go   one row: its cells, as Python's csv module has them with strict=True
//	states.go   the codes of a column, and the distinct texts that they stand for, sorted
//	numbers.go  the numbers of a column, if all of its cells are plain numbers or gaps
//	space.go    blanks
//
// What the cells mean is for the caller: which texts are numbers beside others, or gaps, and whether a column may be.
package cells
