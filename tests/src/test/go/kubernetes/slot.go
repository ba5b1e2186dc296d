package main

import (
	"fmt"
	"sync"
)

// A State is the state of an object after a write; absent after a removal.
type State struct {
	Write    string // the id of the write
	Absent   bool
	Revision int64 // 0 if unknown
	UID      string
}

// An Attempt is a write that was sent.
type Attempt struct {
	state State
	base  int64 // the revision that it replaces, 0 for a creation
}

// A Slot tracks one object with a single writer, each of whose writes has a precondition: the revision that it replaces, or
// that there is no object. So the writer knows the object's state, except for the effects of attempts without an answer,
// which may still take effect later.
type Slot struct {
	mu      sync.Mutex
	Name    string
	known   State
	pending []Attempt
}

// NewSlot returns the slot of an object that does not exist.
func NewSlot(name string) *Slot {
	return &Slot{Name: name, known: State{Absent: true}}
}

// Known returns the state after all answers so far.
func (s *Slot) Known() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known
}

// IsCertain reports whether all attempts were answered.
func (s *Slot) IsCertain() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pending) == 0
}

// Begin returns an attempt to change the known state.
func (s *Slot) Begin(write string, removes bool) Attempt {
	s.mu.Lock()
	defer s.mu.Unlock()
	attempt := Attempt{state: State{Write: write, Absent: removes}, base: s.known.Revision}
	s.pending = append(s.pending, attempt)
	return attempt
}

// Acknowledge records that an attempt took effect. The object is nil for a removal.
func (s *Slot) Acknowledge(attempt Attempt, object Object) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.known
	s.settle(attempt.state, object)
	switch {
	case object == nil:
		return nil
	case object.Write() != attempt.state.Write:
		return fmt.Errorf("%s: the answer to write %s has write %s", s.Name, attempt.state.Write, object.Write())
	case object.Revision() <= before.Revision:
		return fmt.Errorf("%s: write %s has revision %d, the one before it %d",
			s.Name, attempt.state.Write, object.Revision(), before.Revision)
	}
	return nil
}

// Refuse records that an attempt had no effect because its precondition did not hold. This requires that an earlier attempt
// without an answer took effect.
func (s *Slot) Refuse(attempt Attempt, answer Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(attempt.state.Write)
	if len(s.pending) == 0 {
		return fmt.Errorf("%s: write %s at revision %d was refused, though nobody else writes: %s",
			s.Name, attempt.state.Write, attempt.base, answer)
	}
	return nil
}

// Withdraw forgets an attempt that was refused for a reason other than its precondition.
func (s *Slot) Withdraw(attempt Attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(attempt.state.Write)
}

// Observe compares a consistent read with the slot; the object is nil if there was none. If an attempt without an answer took effect, its
// state becomes the known one.
func (s *Slot) Observe(object Object) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known.matches(object) {
		return nil
	}
	for _, attempt := range s.pending {
		if attempt.matches(s.known, object) {
			s.settle(attempt.state, object)
			return nil
		}
	}
	return fmt.Errorf("%s: read %s, expected %s or one of %d attempts without an answer",
		s.Name, describe(object), s.known, len(s.pending))
}

// matches compares the object's content and revision with the state.
func (s State) matches(object Object) bool {
	if s.Absent || object == nil {
		return s.Absent && object == nil
	}
	return object.Write() == s.Write && object.Revision() == s.Revision
}

// matches reports whether the attempt can have turned a state into the object.
func (a Attempt) matches(before State, object Object) bool {
	if a.state.Absent || object == nil {
		return a.state.Absent && object == nil && a.base == before.Revision
	}
	return object.Write() == a.state.Write && object.Revision() > before.Revision
}

// settle sets the known state. Attempts that replace another revision can no longer take effect.
func (s *Slot) settle(state State, object Object) {
	if object != nil {
		state.Revision, state.UID = object.Revision(), object.UID()
	}
	s.known = state
	s.drop(state.Write)
	var alive []Attempt
	for _, attempt := range s.pending {
		if attempt.base == 0 || attempt.base == state.Revision {
			alive = append(alive, attempt)
		}
	}
	s.pending = alive
}

func (s *Slot) drop(write string) {
	var left []Attempt
	for _, attempt := range s.pending {
		if attempt.state.Write != write {
			left = append(left, attempt)
		}
	}
	s.pending = left
}

func (s State) String() string {
	if s.Absent {
		return fmt.Sprintf("nothing (removed by %q)", s.Write)
	}
	return fmt.Sprintf("write %s at revision %d", s.Write, s.Revision)
}

func describe(object Object) string {
	if object == nil {
		return "nothing"
	}
	return fmt.Sprintf("write %s at revision %d", object.Write(), object.Revision())
}
