package synth

import (
	"context"
	"sync"

	"m4bench/internal/ehr/synth/course"
)

// batchPatients is how many patients are invented and handed on together.
const batchPatients = 96

// batch is what one source records about some patients in a row.
type batch interface {
	Reset(first int)
	Add(seed uint64, p *course.Patient)
	Close()
}

// job is a run of patients to invent, and where the result goes.
type job[B batch] struct {
	first int
	stays []int // by patient
	done  chan B
}

// produce invents all patients, several batches at a time, and hands the batches
// to take in order.
func produce[B batch](ctx context.Context, o Options, setting course.Setting, newBatch func() B, take func(B) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	setting.Plain = o.Plain
	stays := staysByPatient(setting, o.Seed, o.Stays)
	free := make(chan B, o.Threads+2)
	for range cap(free) {
		b := newBatch()
		defer b.Close()
		free <- b
	}
	jobs, ordered := make(chan job[B]), make(chan job[B], o.Threads+2)
	var workers sync.WaitGroup
	for range o.Threads {
		workers.Go(func() { invent(ctx, setting, o.Seed, jobs, free) })
	}
	go dispatch(ctx, stays, jobs, ordered)
	err := collect(ctx, o, len(stays), ordered, free, take)
	stop()
	workers.Wait()
	return err
}

// dispatch hands out the patients; jobs reach the workers and the collector in
// the same order.
func dispatch[B batch](ctx context.Context, stays []int, jobs, ordered chan<- job[B]) {
	defer close(jobs)
	defer close(ordered)
	for first := 0; first < len(stays); first += batchPatients {
		j := job[B]{first, stays[first:min(first+batchPatients, len(stays))], make(chan B, 1)}
		for _, c := range []chan<- job[B]{ordered, jobs} {
			select {
			case c <- j:
			case <-ctx.Done():
				return
			}
		}
	}
}

func invent[B batch](ctx context.Context, setting course.Setting, seed uint64, jobs <-chan job[B], free <-chan B) {
	for j := range jobs {
		var b B
		select {
		case b = <-free:
		case <-ctx.Done():
			return
		}
		b.Reset(j.first)
		for i, n := range j.stays {
			b.Add(seed, course.New(setting, seed, j.first+i, n))
		}
		j.done <- b
	}
}

func collect[B batch](ctx context.Context, o Options, patients int, ordered <-chan job[B], free chan<- B, take func(B) error) error {
	for j := range ordered {
		select {
		case b := <-j.done:
			if err := take(b); err != nil {
				return err
			}
			free <- b
			o.Progress.Step("inventing patients", int64(j.first+len(j.stays)), int64(patients), "patients")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// staysByPatient says how many ICU stays each patient has, so that there are
// exactly so many in all.
func staysByPatient(setting course.Setting, seed uint64, total int) []int {
	var stays []int
	for sum := 0; sum < total; {
		n := min(setting.StayCount(seed, len(stays)), total-sum)
		stays = append(stays, n)
		sum += n
	}
	return stays
}
