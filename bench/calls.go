package main

import (
	"errors"
	"os"
)

// calls holds what calls.py measured from Python.
type calls struct {
	Import struct {
		NumPyMS float64 `json:"numpy_ms"`
		OursMS  float64 `json:"mcbnc_ms"`
	} `json:"import"`
	FirstMS float64 `json:"first_ms"`
	Call    struct {
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

// readCalls reads the file that calls.py wrote. It returns nil if there is no such file.
func readCalls(path string) (*calls, error) {
	c := &calls{}
	if err := readJSON(path, c); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return c, nil
}
