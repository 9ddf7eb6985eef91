package job

import (
	"time"

	"github.com/mcbnc/mcbnc/core/call"
)

// RunFor is Run with another patience. The flag reports whether the caller's goroutine did the work.
func RunFor(request []byte, arrays []call.Raw, patience time.Duration) (*Job, bool, error) {
	j := newJob()
	work, failure := prepared(request, arrays)
	if failure != nil {
		return nil, false, failure
	}
	here := work.Small && j.here(work, patience)
	if !here {
		j.begin(work)
	}
	return j, here, nil
}
