package ops

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/masked"
)

// sending is how a site's answer leaves it.
type sending struct {
	Masks bool `json:"masks"`
	Most  *int `json:"most" range:"1.." none:"no limit"`
}

// site is a site of any task: what it may send under masks, and what it may send to a coordinator that sees its numbers.
type site[Question any] interface {
	Answer(ctx context.Context, q Question) (*masked.Answer, error)
	Unmasked(ctx context.Context, q Question) ([]uint64, error)
}

// answerOf is a site's answer. Under masks nothing but a masked.Answer leaves it.
func answerOf[Question any](ctx context.Context, s *sending, from site[Question], q Question) (*call.Output, error) {
	var numbers []uint64
	if s.Masks {
		answer, err := from.Answer(ctx, q)
		if err != nil {
			return nil, err
		}
		numbers = answer.Numbers()
	} else {
		var err error
		if numbers, err = from.Unmasked(ctx, q); err != nil {
			return nil, err
		}
	}
	return &call.Output{Arrays: call.Arrays{"vector": call.NewArray(numbers, len(numbers))}}, nil
}

// beyond names the limit of a site that a question goes beyond, if that is the error.
func beyond(err error) *call.Error {
	var wide *masked.WideError
	if !errors.As(err, &wide) {
		return nil
	}
	return call.Invalidf("max_variables", "the question has numbers that depend on %d variables, and this site allows %d", wide.Columns, wide.Most)
}
