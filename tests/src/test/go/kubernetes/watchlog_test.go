package main

import (
	"strings"
	"testing"
)

func added(key string, revision int64) Event {
	return Event{Type: "ADDED", Key: key, UID: "u-" + key, Write: "w", Revision: revision}
}

func event(eventType, key string, revision int64) Event {
	e := added(key, revision)
	e.Type = eventType
	return e
}

// watched returns a log that starts at revision 10.
func watched(name string, events ...Event) *WatchLog {
	log := NewWatchLog(name)
	log.Restart(nil, 10)
	for _, e := range events {
		log.Add(e)
	}
	return log
}

func expectLines(t *testing.T, lines []string, words ...string) {
	t.Helper()
	if len(lines) != len(words) {
		t.Fatalf("%d lines, expected %d: %q", len(lines), len(words), lines)
	}
	for i := range lines {
		if !strings.Contains(lines[i], words[i]) {
			t.Errorf("line %q, expected one with %q", lines[i], words[i])
		}
	}
}

func TestWatchLog_eventsInOrder(t *testing.T) {
	log := watched("w", added("a", 11), event("MODIFIED", "a", 12), event("DELETED", "a", 13), added("a", 14))

	expectLines(t, log.Problems())
}

func TestWatchLog_revisionGoesBack(t *testing.T) {
	expectLines(t, watched("w", added("a", 12), added("b", 11)).Problems(), "revision 11 follows revision 12")
	expectLines(t, watched("w", added("a", 12), added("b", 12)).Problems(), "revision 12 follows revision 12")
}

func TestWatchLog_eventBehindBookmark(t *testing.T) {
	log := watched("w")
	log.Bookmark(20)
	log.Add(added("a", 19))

	expectLines(t, log.Problems(), "revision 19 follows revision 20")
}

func TestWatchLog_eventDoesNotFitTheObject(t *testing.T) {
	expectLines(t, watched("w", event("MODIFIED", "a", 11)).Problems(), "MODIFIED of a")
	expectLines(t, watched("w", event("DELETED", "a", 11)).Problems(), "DELETED of a")
	expectLines(t, watched("w", added("a", 11), added("a", 12)).Problems(), "ADDED of a")
}

func TestWatchLog_listIsOlderThanEvents(t *testing.T) {
	log := watched("w", added("a", 12))
	log.Restart(nil, 11)

	expectLines(t, log.Problems(), "a list of revision 11 follows")
}

func TestWatchLog_missingWrite(t *testing.T) {
	log := watched("w", added("a", 11), added("c", 13))
	written := []Event{added("a", 11), added("b", 12), added("c", 13)}

	expectLines(t, log.Missing(written), "to b at revision 12")
}

func TestWatchLog_eventWithOtherContent(t *testing.T) {
	other := added("a", 11)
	other.Write = "x"

	expectLines(t, watched("w", added("a", 11)).Missing([]Event{other}), "write x to a")
}

func TestWatchLog_writesBetweenTwoListsAreNotExpected(t *testing.T) {
	log := watched("w", added("a", 11))
	log.Restart(nil, 20)
	log.Bookmark(30)

	expectLines(t, log.Missing([]Event{added("b", 9), added("b", 15), added("b", 20), added("b", 31)}))
	expectLines(t, log.Missing([]Event{added("b", 25)}), "revision 25")
}

func TestWatchLog_twoLogsDisagree(t *testing.T) {
	one := watched("one", added("a", 11), added("b", 12), added("c", 13))
	other := watched("other", added("a", 11), added("c", 13), added("d", 14))

	expectLines(t, one.Disagreements(other), "other has not")
}
