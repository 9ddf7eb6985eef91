// Command makegolden writes our own golden cases. The oracle computes them from their inputs, so the same
// inputs give the same bytes. It is run in the module's root:
//
//	go run ./core/internal/testkit/oracle/makegolden tests/golden
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: makegolden FOLDER")
		os.Exit(2)
	}
	for _, in := range inputs() {
		path := filepath.Join(os.Args[1], in.ID+".md")
		if err := os.WriteFile(path, []byte(golden.Text(build(in))), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "makegolden:", err)
			os.Exit(1)
		}
	}
}
