// Package agreement says how far many graphs agree, and which of them agree with
// hardly any: by the F1 of their skeletons, in exact arithmetic.
package agreement
