package main

import "testing"

func TestCounter_everyAcknowledgedIncrementCounts(t *testing.T) {
	counter := &Counter{name: "c"}
	for _, outcome := range []Outcome{Done, Done, Refused, Unknown} {
		counter.count(outcome)
	}

	expectError(t, counter.Check(1), "c is 1 after 2 acknowledged")
	expectNone(t, counter.Check(2))
	expectNone(t, counter.Check(3))
	expectError(t, counter.Check(4), "1 without an answer")
}

func TestElection_oneLeaderInATerm(t *testing.T) {
	election := NewElection()

	expectNone(t, election.Elected(1, "a"))
	expectNone(t, election.Elected(1, "a"))
	expectNone(t, election.Elected(2, "b"))
	expectError(t, election.Elected(2, "a"), "both b and a lead in term 2")
}

func TestKind_contentFollowsFromTheWrite(t *testing.T) {
	for _, kind := range kinds {
		built := kind.Build("n", "o", "w-1")
		if !kind.IsIntact(built) {
			t.Errorf("%s is not intact", kind.Resource)
		}
		built["metadata"].(map[string]interface{})["annotations"] = map[string]interface{}{writeAnnotation: "w-2"}
		if kind.IsIntact(built) {
			t.Errorf("%s with the content of another write is intact", kind.Resource)
		}
	}
}
