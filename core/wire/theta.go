package wire

import (
	"strconv"
	"strings"
)

// Theta is the field "theta": a number or "auto". The zero value is null or no field at all,
// and asks for the whole trajectory.
type Theta struct {
	Set   bool    // there is a threshold
	Auto  bool    // the threshold is that of least mean SMHD to the inputs
	Value float64 // the threshold, when not Auto
	bad   string  // the text of the field, when it is no threshold
}

// UnmarshalJSON never fails. A wrong word is a mistake of the user, not of the calling
// program, so it is reported with the values of the other options.
func (t *Theta) UnmarshalJSON(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch value, err := strconv.ParseFloat(s, 64); {
	case s == "null":
		*t = Theta{}
	case s == `"auto"`:
		*t = Theta{Set: true, Auto: true}
	case err == nil:
		*t = Theta{Set: true, Value: value}
	default:
		*t = Theta{Set: true, bad: s}
	}
	return nil
}
