package parallel

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// simulate runs the trial for a duration. A shared loop takes the given microseconds, and one of the caller alone takes
// 100. It returns the share of the time in which the caller was alone.
func simulate(t *trial, length time.Duration, shared float64) float64 {
	var spent, alone time.Duration
	for spent < length {
		lap := time.Duration(shared * float64(time.Microsecond))
		if t.alone {
			lap = 100 * time.Microsecond
			alone += lap
		}
		spent += lap
		before := t.alone
		changes := t.add(1000, lap)
		if changes != (before != t.alone) {
			panic("the trial told another change than the one it made")
		}
	}
	return float64(alone) / float64(spent)
}

// What does more work in a time is kept up, the other kind is tried now and then, and a change of the machine is noticed.
func TestTrialKeepsWhatPays(t *testing.T) {
	defer lastAlone.Store(lastAlone.Load())
	trial := &trial{}
	require.Less(t, simulate(trial, 10*time.Second, 60), 0.02)
	require.Greater(t, simulate(trial, 10*time.Second, 150), 0.9)
	require.Greater(t, simulate(trial, 10*time.Second, 150), 0.98)
	require.Less(t, simulate(trial, 10*time.Second, 60), 0.1)
	require.Positive(t, simulate(trial, time.Second, 60), "nobody tries the other kind")
}

// A run is often shorter than a trial. So the next team begins as the last one ended.
func TestATeamBeginsAsTheLastOneEnded(t *testing.T) {
	defer lastAlone.Store(lastAlone.Load())
	simulate(&trial{}, time.Second, 150)
	require.True(t, NewTeam(2).trial.alone)
	simulate(&trial{alone: true}, time.Second, 60)
	require.False(t, NewTeam(2).trial.alone)
}

// A team whose members are of no use makes all calls itself, until it tries them again.
func TestTeamAlone(t *testing.T) {
	defer lastAlone.Store(lastAlone.Load())
	lastAlone.Store(true)
	team := NewTeam(3)
	defer team.Close()
	var others atomic.Int32
	loop := func() {
		team.Do(50, costly, func(worker, _ int) {
			if worker > 0 {
				others.Add(1)
			}
			time.Sleep(10 * time.Microsecond)
		})
	}
	loop()
	require.Zero(t, others.Load())
	for others.Load() == 0 {
		loop()
	}
}
