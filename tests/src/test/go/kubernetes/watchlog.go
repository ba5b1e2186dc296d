package main

import (
	"fmt"
	"sync"
)

// An Event is one change that a watch reported.
type Event struct {
	Type     string // ADDED, MODIFIED or DELETED
	Key      string
	UID      string
	Write    string
	Revision int64
}

// A span is a range of revisions that excludes its start and includes its end.
type span struct{ after, through int64 }

// WatchLog records the events that one watcher of a kind received, in any number of watches. It is safe for concurrent use.
type WatchLog struct {
	mu       sync.Mutex
	name     string
	last     int64 // all events up to this revision were reported
	present  map[string]string
	events   []Event
	covered  []span
	problems []string
}

// NewWatchLog returns an empty log.
func NewWatchLog(name string) *WatchLog {
	return &WatchLog{name: name}
}

// Restart starts over from a list, as after a watch whose revision was compacted. Changes between the last event and the list are not seen.
func (w *WatchLog) Restart(items []Object, revision int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if revision < w.last {
		w.complain("a list of revision %d follows an event of revision %d", revision, w.last)
	}
	w.present = map[string]string{}
	for _, item := range items {
		if item.Revision() > revision {
			w.complain("a list of revision %d has %s of revision %d", revision, item.Key(), item.Revision())
		}
		w.present[item.Key()] = item.UID()
	}
	w.covered = append(w.covered, span{revision, revision})
	w.last = revision
}

// Last returns the revision after which a watch continues.
func (w *WatchLog) Last() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// Add records the next event.
func (w *WatchLog) Add(event Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if event.Revision <= w.last {
		w.complain("%s of %s at revision %d follows revision %d", event.Type, event.Key, event.Revision, w.last)
	}
	uid, isPresent := w.present[event.Key]
	if isPresent != (event.Type != "ADDED") || isPresent && uid != event.UID {
		w.complain("%s of %s (%s) at revision %d, which was %q before", event.Type, event.Key, event.UID, event.Revision, uid)
	}
	if event.Type == "DELETED" {
		delete(w.present, event.Key)
	} else {
		w.present[event.Key] = event.UID
	}
	w.events = append(w.events, event)
	w.advance(event.Revision)
}

// Bookmark records that there were no other events up to a revision.
func (w *WatchLog) Bookmark(revision int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if revision < w.last {
		w.complain("a bookmark of revision %d follows revision %d", revision, w.last)
		return
	}
	w.advance(revision)
}

func (w *WatchLog) advance(revision int64) {
	if revision > w.last {
		w.last = revision
	}
	w.covered[len(w.covered)-1].through = w.last
}

func (w *WatchLog) complain(format string, arguments ...interface{}) {
	w.problems = append(w.problems, w.name+": "+fmt.Sprintf(format, arguments...))
}

// Problems returns the violations by single events.
func (w *WatchLog) Problems() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.problems...)
}

// Missing returns acknowledged writes that the log should contain but does not, or not as acknowledged.
func (w *WatchLog) Missing(acknowledged []Event) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	byRevision := map[int64]Event{}
	for _, event := range w.events {
		byRevision[event.Revision] = event
	}
	var missing []string
	for _, write := range acknowledged {
		seen, found := byRevision[write.Revision]
		if w.covers(write.Revision) && (!found || seen.Key != write.Key || seen.Write != write.Write) {
			missing = append(missing, fmt.Sprintf("%s: no event of write %s to %s at revision %d (found: %v)",
				w.name, write.Write, write.Key, write.Revision, seen))
		}
	}
	return missing
}

// Disagreements returns events that only one of two logs has, at revisions that both cover.
func (w *WatchLog) Disagreements(other *WatchLog) []string {
	var found []string
	for _, pair := range [][2]*WatchLog{{w, other}, {other, w}} {
		events, against := pair[0].snapshot(), pair[1]
		against.mu.Lock()
		known := map[Event]bool{}
		for _, event := range against.events {
			known[event] = true
		}
		for _, event := range events {
			if against.covers(event.Revision) && !known[event] {
				found = append(found, fmt.Sprintf("%s has not %v, as %s has", against.name, event, pair[0].name))
			}
		}
		against.mu.Unlock()
	}
	return found
}

func (w *WatchLog) snapshot() []Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Event(nil), w.events...)
}

func (w *WatchLog) covers(revision int64) bool {
	for _, part := range w.covered {
		if revision > part.after && revision <= part.through {
			return true
		}
	}
	return false
}
