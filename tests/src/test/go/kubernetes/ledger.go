package main

import (
	"fmt"
	"sync"
)

// Ledger counts the outcomes of a load, and records its acknowledged writes and violations. It is safe for concurrent use.
type Ledger struct {
	mu           sync.Mutex
	counts       map[Outcome]int64
	tallies      map[string]int64
	acknowledged map[*Kind][]Event
	newest       int64
	problems     []string
}

// NewLedger returns an empty ledger.
func NewLedger() *Ledger {
	return &Ledger{counts: map[Outcome]int64{}, tallies: map[string]int64{}, acknowledged: map[*Kind][]Event{}}
}

// Count counts an answer.
func (l *Ledger) Count(answer Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts[answer.Outcome]++
}

// Counts returns the number of answers per outcome.
func (l *Ledger) Counts(outcome Outcome) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts[outcome]
}

// Tally counts a named event for the report.
func (l *Ledger) Tally(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tallies[what]++
}

// Tallies returns a copy of the counts by name.
func (l *Ledger) Tallies() map[string]int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	tallies := map[string]int64{}
	for what, count := range l.tallies {
		tallies[what] = count
	}
	return tallies
}

// Acknowledged records the object that a write resulted in.
func (l *Ledger) Acknowledged(kind *Kind, object Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	revision := object.Revision()
	l.acknowledged[kind] = append(l.acknowledged[kind],
		Event{Key: object.Key(), UID: object.UID(), Write: object.Write(), Revision: revision})
	if revision > l.newest {
		l.newest = revision
	}
}

// Writes returns the acknowledged writes of a kind.
func (l *Ledger) Writes(kind *Kind) []Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Event(nil), l.acknowledged[kind]...)
}

// Newest returns the highest acknowledged revision. A consistent read that starts later must include it.
func (l *Ledger) Newest() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest
}

// Complain records a violation.
func (l *Ledger) Complain(format string, arguments ...interface{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.problems = append(l.problems, fmt.Sprintf(format, arguments...))
}

// Check records an error as a violation, if there is one.
func (l *Ledger) Check(err error) {
	if err != nil {
		l.Complain("%v", err)
	}
}

// Problems returns the violations.
func (l *Ledger) Problems() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.problems...)
}
