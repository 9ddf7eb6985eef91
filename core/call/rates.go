package call

// RatesOf are what the operations take, as `make -C studies memory` measures it (docs/memory.md). The columns are bytes for each byte of
// the graphs, for each byte of other arrays, for each pair of nodes, for each byte of a graph of the result and for each edge
// of the fusion, and bytes besides: once, for each worker, and for each piece. A rate must cover what the guard counts
// (core/job/guard.go), also memory that was not touched yet: a vote has 12 bytes for each pair.
var RatesOf = map[string]Rates{
	"run":           {{24, 3, 0, 2, 1200}},
	"run auto":      {{24, 3, 10, 2, 1200}}, // the support of each pair
	"dsep_vote":     {{24, 3, 0, 2, 1200}},
	"batch":         {{5, 5}, {24, 0, 10, 0, 1200}, {0, 0, 6, 0, 1100}},
	"stability":     {{5, 5, 32}, {24, 0, 10, 0, 1200}, {0, 0, 0.5, 0, 0, 64}},
	"fusion":        {{5, 3, 0, 2}, {}, {0, 0, 0, 2}},
	"criticality":   {{8, 3, 2}},
	"criticalities": {{8, 3, 0, 5, 1000}},
	"evidence":      {{8, 3, 0, 5}},
	"deletion":      {{8, 3, 0, 5}},
	"state":         {{8, 3, 0, 5}},
	"states":        {{8, 3, 0, 5}},
	"profile":       {{8, 3, 24}},
	"save":          {{8, 3, 0, 5}},
	"load":          {{6, 8, 0, 3}, {}, {0, 0, 0, 2}},

	"vote":            {{6, 3, 14, 2}},
	"explained":       {{6, 3, 14}},
	"averaged":        {{6, 3, 16, 2}},
	"climb":           {{5, 3, 55}},
	"pool":            {{0, 6, 130}, {0, 0, 32}, {0, 0, 0, 0, 0, 128}},
	"bounded":         {{12, 3, 8}},
	"genetic":         {{12, 3, 8}, {}, {2, 0, 1}},
	"agreement":       {{5}, {}, {0, 0, 0, 0, 0, 28}},
	"chance":          {{1, 0, 4}},
	"members":         {{2}, {}, {0, 0, 0, 2}},
	"moral":           {{2}, {}, {0, 0, 0, 2}},
	"cpdag":           {{2}, {}, {0, 0, 0, 2}},
	"smhd":            {{4, 0, 2}},
	"shd":             {{4, 0, 2}},
	"mean_smhd":       {{4, 3, 8}},
	"measure":         {{4, 3, 8}},
	"treewidth":       {{4}},
	"triangulation":   {{4, 0, 2}},
	"exact_treewidth": {{4, 0, 2, 0, 0, 1 << 29}},

	"learn":               {{0, 4, 20}, {0, 0, 272}, {0, 0, 4}},
	"learn_jointly":       {{0, 9, 600}},
	"learn_union":         {{0, 6, 600}, {0, 6, 600}, {0, 5}},
	"learn_union numbers": {{0, 9, 600}},
	"bootstrap":           {{0, 6, 20}, {0, 5, 272}, {0, 0, 0.5}},
	"scores":              {{4, 4, 20}},
	"log_likelihood":      {{4, 4, 20}},

	"cells": {{0, 48}},
	"facts": {{0, 48}},

	"federated_answer consensus": {{12, 3, 24}},
	"federated_answer learning":  {{12, 16, 24}},
	"federated_answer numbers":   {{12, 5, 24}},
	"federated_answer vote":      {{12, 3, 24}},
	"federated_next consensus":   {{12, 3, 24}},
	"federated_next learning":    {{12, 3, 24}},
	"federated_next numbers":     {{12, 3, 24}},
	"federated_next vote":        {{12, 3, 24}},
	"federated_told":             {{12, 3, 24}},
}
