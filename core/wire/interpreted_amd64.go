//go:build !go1.28

package wire

import _ "unsafe" // for go:linkname

// On amd64 sonic compiles machine code for each type at its first use. That is worth it where a
// type is met a million times. Here it took 24 ms of a process' first call, for texts that are
// read in microseconds. Sonic has interpreters too, and on arm64 uses nothing else. Its switches to
// them, SONIC_USE_OPTDEC and SONIC_ENCODER_USE_VM, are variables of the environment, which belongs
// to the process and is read before any of our code runs. So init does what the switches do.
//
// The names are sonic's internals, and go.mod has the version that they belong to. Where a later
// version has no such function, the linker says so; TestNothingIsCompiled holds the rest. With Go
// 1.28 this version of sonic has neither compilers nor interpreters, and hands all to encoding/json.

//go:linkname decode github.com/bytedance/sonic/internal/decoder/api.decodeImpl
var decode func(text *string, at *int, flags uint64, into any) error

//go:linkname interpretingDecode github.com/bytedance/sonic/internal/decoder/optdec.Decode
func interpretingDecode(text *string, at *int, flags uint64, into any) error

//go:linkname interpretEncoding github.com/bytedance/sonic/internal/encoder.ForceUseVM
func interpretEncoding()

func init() {
	decode = interpretingDecode
	interpretEncoding()
}
