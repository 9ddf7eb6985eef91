package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

func secretBytes(*reader) int { return 32 }

func (r *reader) secret() *call.Error {
	r.in.Session.Secret = slices.Clone(r.arrays["secret"])
	return nil
}
