package baselines

import "github.com/mcbnc/mcbnc/core/fuse/consensus"

// DSep turns the options of a run into those of a vote on d-separation. A deletion of u → v or
// u − v given S counts the share of the weight of the inputs in which S d-separates u and v. The
// deletion of the greatest share goes first, while that is at least share.
//
// A minimum cut is 0 if and only if S separates. So with a cap of 1, that share is 1 − Ψ. The inputs
// are never pruned.
//
// Source: HeuristicConsensusBES of the Java library consensusBN (UCLM-SIMD/consensusBN, 2025), with its
// tests fraction >= percentage and |H| <= maxSize. Of one edge it takes the first H that betters the
// best so far. Here it is the best H of all.
func DSep(opt consensus.Options, share float64) consensus.Options {
	opt.Cap, opt.Unpruned, opt.Share, opt.Until = 1, true, &share, nil
	return opt
}
