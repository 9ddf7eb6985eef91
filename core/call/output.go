package call

// Output is what an operation returns. A field left zero is left out of the result. A pointer
// distinguishes a zero from an absent value.
type Output struct {
	Status      string             `json:"status"`              // empty: StatusComplete
	Theta       *float64           `json:"theta,omitempty"`     // the threshold in force
	Threshold   *float64           `json:"threshold,omitempty"` // of votes and strengths
	Share       *float64           `json:"share,omitempty"`     // of a vote on d-separation
	Explained   int                `json:"explained,omitempty"` // of a vote: an explained join counts one of so many
	Fitness     *float64           `json:"fitness,omitempty"`   // of a DAG of bounded treewidth
	Treewidth   *int               `json:"treewidth,omitempty"` // the same
	Generations *int               `json:"generations,omitempty"`
	TotalWeight int64              `json:"total_weight,omitempty"`
	Extended    []int              `json:"extended,omitempty"` // the DAGs that were partially directed
	Forced      int                `json:"forced,omitempty"`   // steps that took forbidden pairs away
	Score       *int64             `json:"score,omitempty"`
	ScoreTitle  string             `json:"score_title,omitempty"` // of the score that was learned by
	Psi         *float64           `json:"psi,omitempty"`
	Counts      map[string]int64   `json:"counts,omitempty"`
	Phases      map[string]float64 `json:"phases,omitempty"`   // seconds
	Record      any                `json:"record,omitempty"`   // of a file
	Question    any                `json:"question,omitempty"` // to the sites of a federation
	Arrays      Arrays             `json:"arrays"`             // the last field: Python reads what follows when it is asked for
}

// Reply is the result of a job that has ended: its JSON and its arrays.
type Reply struct {
	JSON   []byte
	arrays map[string]Array
	bytes  int // of all arrays
}

// Reply puts together the result of a job that took this number of seconds.
func (o Output) Reply(seconds float64) (*Reply, error) {
	if o.Status == "" {
		o.Status = StatusComplete
	}
	if o.Arrays == nil {
		o.Arrays = Arrays{}
	}
	bytes := layOut(o.Arrays)
	text, err := Marshal(struct {
		Seconds float64 `json:"seconds"`
		Bytes   int     `json:"bytes"` // of all arrays together
		Output
	}{seconds, bytes, o})
	return &Reply{text, o.Arrays, bytes}, err
}

// Bytes is the size of all arrays, as they lie in a buffer.
func (r *Reply) Bytes() int { return r.bytes }

// Read copies the array name into buffer, which must be as long.
func (r *Reply) Read(name string, buffer []byte) error {
	array, found := r.arrays[name]
	if !found {
		return BadRequestf(name, "the result has no array of this name")
	}
	if len(array.bytes) != len(buffer) {
		return BadRequestf(name, "the buffer has %d bytes, the array %d", len(buffer), len(array.bytes))
	}
	copy(buffer, array.bytes)
	return nil
}

// ReadAll copies all arrays into buffer, each to its offset. The buffer must be as long as
// the result's "bytes".
func (r *Reply) ReadAll(buffer []byte) error {
	if len(buffer) != r.bytes {
		return Errorf(BadRequest, "the buffer has %d bytes, the arrays %d", len(buffer), r.bytes)
	}
	for _, array := range r.arrays {
		copy(buffer[array.Offset:], array.bytes)
	}
	return nil
}
