package main

import (
	"context"
	"fmt"
	"io"
	"math/rand"
	"sort"
	"sync"
	"time"
)

const (
	objectWorkers  = 4
	objectsOfKind  = 5
	counterWorkers = 3
	counters       = 2
	readyLimit     = 5 * time.Minute
	settleLimit    = 3 * time.Minute
)

// Load is everything that a seed makes happen at the API server.
type Load struct {
	client   *Client
	ledger   *Ledger
	random   *rand.Rand
	workers  []*ObjectWorker
	counters []*Counter
	watchers []*Watcher
	elector  *Election
	runners  []func(context.Context)
}

// NewLoad creates the objects that the load needs, and runs the script.
func NewLoad(client *Client, ledger *Ledger, seed int64, out io.Writer) (*Load, error) {
	l := &Load{client: client, ledger: ledger, random: rand.New(rand.NewSource(seed))}
	if err := l.prepare(out); err != nil {
		return nil, err
	}
	l.addWorkers()
	l.addWatchers()
	return l, nil
}

func (l *Load) prepare(out io.Writer) error {
	err := await(readyLimit, func() (bool, Answer) {
		answer := l.client.Get("/readyz", nil)
		return answer.Outcome == Done, answer
	})
	if err != nil {
		return fmt.Errorf("the API server is not ready: %w", err)
	}
	for i := 0; i < objectWorkers; i++ {
		if err := create(l.client, "/api/v1/namespaces", namespace(workerNamespace(i))); err != nil {
			return err
		}
	}
	for _, name := range []string{counterNamespace, electionNamespace, batchNamespace} {
		if err := create(l.client, "/api/v1/namespaces", namespace(name)); err != nil {
			return err
		}
	}
	for i := 0; i < counters; i++ {
		counter := &Counter{name: fmt.Sprintf("counter-%d", i)}
		object := Object{"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]interface{}{"namespace": counterNamespace, "name": counter.name},
			"data":     map[string]interface{}{"value": "0"}}
		if err := create(l.client, kinds[0].Path(counterNamespace, ""), object); err != nil {
			return err
		}
		l.counters = append(l.counters, counter)
	}
	if err := define(l.client, "widgets", "Widget"); err != nil {
		return err
	}
	return RunScript(l.client, out)
}

func workerNamespace(i int) string {
	return fmt.Sprintf("worker-%d", i)
}

// split returns an independent source of random numbers.
func (l *Load) split() *rand.Rand {
	return rand.New(rand.NewSource(l.random.Int63()))
}

func (l *Load) addWorkers() {
	for i := 0; i < objectWorkers; i++ {
		worker := NewObjectWorker(l.client, l.ledger, l.split(), workerNamespace(i), objectsOfKind)
		l.workers = append(l.workers, worker)
		l.runners = append(l.runners, worker.Run)
	}
	for i := 0; i < counterWorkers; i++ {
		worker := &CounterWorker{client: l.client, ledger: l.ledger, random: l.split(),
			name: fmt.Sprintf("counting-%d", i), counters: l.counters}
		l.runners = append(l.runners, worker.Run)
	}
	l.elector = NewElection()
	for i := 0; i < candidates; i++ {
		candidate := &Candidate{client: l.client, ledger: l.ledger, random: l.split(), election: l.elector,
			name: fmt.Sprintf("candidate-%d", i)}
		l.runners = append(l.runners, candidate.Run)
	}
	l.runners = append(l.runners,
		(&Pager{client: l.client, ledger: l.ledger, random: l.split(), mostPause: 2 * time.Second}).Run,
		(&Pager{client: l.client, ledger: l.ledger, random: l.split(), wait: 65 * time.Second, mostPause: 5 * time.Second}).Run,
		(&BatchWorker{client: l.client, ledger: l.ledger, random: l.split()}).Run,
		(&NamespaceWorker{client: l.client, ledger: l.ledger, random: l.split()}).Run,
		(&DefinitionWorker{client: l.client, ledger: l.ledger, random: l.split()}).Run,
		(&EventWorker{client: l.client, ledger: l.ledger, random: l.split()}).Run)
}

func (l *Load) addWatchers() {
	for _, kind := range kinds {
		for _, streams := range []bool{false, true} {
			name := kind.Resource + " by lists"
			if streams {
				name = kind.Resource + " by streaming lists"
			}
			l.watchers = append(l.watchers, &Watcher{
				client: l.client, kind: kind, log: NewWatchLog(name), streams: streams, random: l.split()})
		}
	}
}

// Run loads the server until the context ends, then judges, and returns the violations.
func (l *Load) Run(ctx context.Context, report io.Writer) []string {
	watching, endWatches := context.WithCancel(context.Background())
	var watchers, workers sync.WaitGroup
	for _, watcher := range l.watchers {
		start(&watchers, watching, watcher.Run)
	}
	for _, run := range l.runners {
		start(&workers, ctx, run)
	}
	workers.Wait()
	l.settle()
	endWatches()
	watchers.Wait()
	l.judge()
	l.report(report)
	return l.ledger.Problems()
}

func start(group *sync.WaitGroup, ctx context.Context, run func(context.Context)) {
	group.Add(1)
	go func() {
		defer group.Done()
		run(ctx)
	}()
}

// settle compares all objects with their accounts, and waits until the watchers have seen the last write of each kind.
func (l *Load) settle() {
	l.ledger.Check(await(settleLimit, func() (bool, Answer) {
		for _, worker := range l.workers {
			if !worker.Settle() {
				return false, Answer{Err: fmt.Errorf("no list for %s", worker.namespace)}
			}
		}
		return true, Answer{}
	}))
	l.checkCounters()
	l.checkEvents()
	for _, kind := range kinds {
		l.ledger.Check(l.awaitWatchers(kind))
	}
}

func (l *Load) checkCounters() {
	for _, counter := range l.counters {
		l.ledger.Check(await(settleLimit, func() (bool, Answer) {
			answer := l.client.Get(kinds[0].Path(counterNamespace, counter.name), nil)
			if answer.Outcome == Done {
				l.ledger.Check(counter.Check(counterValue(answer.Object())))
			}
			return answer.Outcome == Done, answer
		}))
	}
}

// awaitWatchers writes one more object, and waits until all watchers of its kind have reported it.
func (l *Load) awaitWatchers(kind *Kind) error {
	if err := create(l.client, kind.Path("default", ""), kind.Build("default", "last", "last")); err != nil {
		return err
	}
	var last int64
	err := await(settleLimit, func() (bool, Answer) {
		answer := l.client.Get(kind.Path("default", "last"), nil)
		if answer.Outcome == Done {
			last = answer.Object().Revision()
		}
		return answer.Outcome == Done, answer
	})
	if err != nil {
		return err
	}
	for _, watcher := range l.watchers {
		if watcher.kind != kind {
			continue
		}
		err := await(settleLimit, func() (bool, Answer) {
			return watcher.log.Last() >= last, Answer{Err: fmt.Errorf("%s saw revision %d at last, expected %d",
				watcher.log.name, watcher.log.Last(), last)}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// judge compares the watchers' events with the acknowledged writes, and with each other.
func (l *Load) judge() {
	for i, watcher := range l.watchers {
		for _, problems := range [][]string{watcher.log.Problems(), watcher.log.Missing(l.ledger.Writes(watcher.kind))} {
			for _, problem := range problems {
				l.ledger.Complain("%s", problem)
			}
		}
		for _, other := range l.watchers[i+1:] {
			if other.kind == watcher.kind {
				for _, problem := range watcher.log.Disagreements(other.log) {
					l.ledger.Complain("%s", problem)
				}
			}
		}
	}
}

func (l *Load) report(out io.Writer) {
	for _, watcher := range l.watchers {
		fmt.Fprintf(out, "%s: %s\n", watcher.log.name, watcher.Counts())
	}
	for _, counter := range l.counters {
		fmt.Fprintf(out, "%s: %d acknowledged, %d without an answer, %d conflicts\n",
			counter.name, counter.acknowledged, counter.unknown, counter.conflicts)
	}
	tallies := l.ledger.Tallies()
	var names []string
	for name := range tallies {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(out, "%s: %d\n", name, tallies[name])
	}
}
