package texts

// Written are texts one after the other, with a byte between two.
type Written struct {
	Text  []byte
	Ends  []int32 // where each text ends
	Begin int     // of the first text
}

// Count is the number of texts.
func (w Written) Count() int { return len(w.Ends) }

// At is the text of a number from 0 on.
func (w Written) At(i int) []byte {
	begin := w.Begin
	if i > 0 {
		begin = int(w.Ends[i-1]) + 1
	}
	return w.Text[begin:w.Ends[i]]
}
