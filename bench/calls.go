package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/bytedance/sonic"
)

// calls is what calls.py measured from Python.
type calls struct {
	Import struct {
		NumPyMS float64 `json:"numpy_ms"`
		OursMS  float64 `json:"mcbnc_ms"`
	} `json:"import"`
	Call struct {
		WallMS     float64 `json:"wall_ms"`
		OverheadMS float64 `json:"overhead_ms"`
	} `json:"call"`
	Jobs []struct {
		Name     string  `json:"name"`
		OneMS    float64 `json:"one_ms"`
		TwoMS    float64 `json:"two_ms"`
		Gain     float64 `json:"gain"`
		MemoryMB float64 `json:"memory_mb"`
	} `json:"jobs"`
}

// readCalls reads the file that calls.py wrote; nil if there is none.
func readCalls(path string) (*calls, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := &calls{}
	if err := sonic.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}
