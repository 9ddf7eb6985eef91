package call

import (
	"bytes"
	"encoding/json"
)

// Marshal writes a value as JSON, as encoding/json does, but for <, > and &, which stay what they are: files that were
// saved earlier have a checksum over them.
func Marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
