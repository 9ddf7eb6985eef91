//go:build !amd64 && !arm64

package popcount

// kernels: this kind of machine has the plain one alone.
func kernels() []kernel { return nil }
