package main

import (
	"fmt"
	"strings"
	"testing"
)

// object returns an object as in the server's answer.
func object(write string, revision int64) Object {
	return Object{"metadata": map[string]interface{}{
		"namespace":       "n",
		"name":            "o",
		"uid":             "u",
		"resourceVersion": fmt.Sprint(revision),
		"annotations":     map[string]interface{}{writeAnnotation: write},
	}}
}

func acknowledged(t *testing.T, s *Slot, write string, revision int64) {
	t.Helper()
	if err := s.Acknowledge(s.Begin(write, false), object(write, revision)); err != nil {
		t.Fatal(err)
	}
}

func expectNone(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func expectError(t *testing.T, err error, words string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("error is %v, expected one with %q", err, words)
	}
}

func TestSlot_acknowledgedWriteIsThere(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)

	expectNone(t, s.Observe(object("a", 5)))
	expectError(t, s.Observe(nil), "read nothing")
	expectError(t, s.Observe(object("a", 6)), "revision 6")
	expectError(t, s.Observe(object("b", 6)), "write b")
}

func TestSlot_acknowledgedRemovalIsFinal(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)

	expectNone(t, s.Acknowledge(s.Begin("b", true), nil))

	expectNone(t, s.Observe(nil))
	expectError(t, s.Observe(object("a", 5)), "write a")
}

func TestSlot_revisionGrows(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)

	expectError(t, s.Acknowledge(s.Begin("b", false), object("b", 5)), "revision 5")
}

func TestSlot_answerHasOtherWrite(t *testing.T) {
	s := NewSlot("o")

	expectError(t, s.Acknowledge(s.Begin("a", false), object("b", 5)), "has write b")
}

func TestSlot_attemptWithoutAnswerMayTakeEffect(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)
	s.Begin("b", false)

	expectNone(t, s.Observe(object("a", 5)))
	expectNone(t, s.Observe(object("b", 9)))
	expectError(t, s.Observe(object("a", 5)), "write a")
	expectError(t, s.Observe(object("b", 10)), "revision 10")
}

func TestSlot_attemptWithoutAnswerDiesWithItsPrecondition(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)
	s.Begin("b", false)
	acknowledged(t, s, "c", 7)

	expectError(t, s.Observe(object("b", 9)), "write b")
}

func TestSlot_removalWithoutAnswerMayTakeEffect(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)
	s.Begin("b", true)

	expectNone(t, s.Observe(nil))
	expectError(t, s.Observe(object("a", 5)), "write a")
}

func TestSlot_refusalNeedsAnotherAttempt(t *testing.T) {
	s := NewSlot("o")
	acknowledged(t, s, "a", 5)
	expectError(t, s.Refuse(s.Begin("b", false), Answer{Status: 409}), "nobody else writes")

	s.Begin("c", false)
	expectNone(t, s.Refuse(s.Begin("d", false), Answer{Status: 409}))
}
