// Command makegolden writes our own golden cases. The oracle computes them from their inputs, so the same
// inputs give the same bytes. It is run in the module's root:
//
//	go run ./core/internal/testkit/oracle/makegolden tests/golden
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/bytedance/sonic"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: makegolden FOLDER")
		os.Exit(2)
	}
	for _, in := range inputs() {
		if err := write(os.Args[1], in); err != nil {
			fmt.Fprintln(os.Stderr, "makegolden:", err)
			os.Exit(1)
		}
	}
}

func write(dir string, in golden.Case) error {
	data, err := encode(in)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, in.ID+".json"), data, 0o644)
}

func encode(in golden.Case) ([]byte, error) {
	data, err := sonic.ConfigStd.Marshal(build(in))
	return append(data, '\n'), err
}
