package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/tests/v3/robustness/model"
)

func put(key, value string) model.Event {
	return model.Event{Type: model.PutOperation, Key: key, Value: model.ToValueOrHash(value)}
}

func deletion(key string) model.Event {
	return model.Event{Type: model.DeleteOperation, Key: key}
}

// The model turns the requests into the same events that the requests were made from.
func TestPersistedReplaysItsEvents(t *testing.T) {
	p := newPast(2)
	p.tell(0, 2, []model.Event{put("a", "1")})
	p.tell(0, 3, []model.Event{put("b", "2"), deletion("a")})
	p.tell(1, 4, []model.Event{put("b", "a value of more than twenty bytes")})

	requests, err := p.persisted()
	if err != nil {
		t.Fatal(err)
	}

	got := map[int64][]model.Event{}
	for _, event := range model.NewReplay(requests).Events {
		got[event.Revision] = append(got[event.Revision], event.Event)
	}
	if !reflect.DeepEqual(got, p.Changes) {
		t.Errorf("got %v, want %v", got, p.Changes)
	}
}

func TestPersistedRefusesAGap(t *testing.T) {
	p := newPast(1)
	p.tell(0, 2, []model.Event{put("a", "1")})
	p.tell(0, 4, []model.Event{put("a", "2")})

	if _, err := p.persisted(); err == nil || !strings.Contains(err.Error(), "revision 3") {
		t.Errorf("got %v, want an error that names revision 3", err)
	}
}

func TestOtherChangesOfARevisionAreADifference(t *testing.T) {
	p := newPast(2)
	p.tell(0, 2, []model.Event{put("a", "1")})
	p.tell(1, 2, []model.Event{put("a", "1")})
	if len(p.Differences) != 0 {
		t.Fatalf("got %v, want no difference", p.Differences)
	}

	p.tell(1, 2, []model.Event{put("a", "2")})

	if len(p.Differences) != 1 {
		t.Errorf("got %v, want one difference", p.Differences)
	}
}

func TestPastIsReadAsItWasWritten(t *testing.T) {
	p := newPast(1)
	p.tell(0, 2, []model.Event{put("a", "1"), deletion("b")})
	file := filepath.Join(t.TempDir(), pastFile)

	if err := p.write(file); err != nil {
		t.Fatal(err)
	}
	read, err := readPast(file)

	if err != nil || !reflect.DeepEqual(read, p) {
		t.Errorf("got %v, %v, want %v", read, err, p)
	}
}

func TestRecorderIsCompleteUpToTheFirstGap(t *testing.T) {
	r := &recorder{past: newPast(2), complete: firstRevision - 1, changed: make(chan struct{})}

	r.tell(0, response(2, 4))
	afterGap := r.completeUntil()
	r.tell(1, response(3))

	if afterGap != 2 || r.completeUntil() != 4 {
		t.Errorf("got %d, then %d, want 2, then 4", afterGap, r.completeUntil())
	}
}

func response(revisions ...int64) clientv3.WatchResponse {
	events := []*clientv3.Event{}
	for _, revision := range revisions {
		events = append(events, &clientv3.Event{Kv: &mvccpb.KeyValue{Key: []byte("a"), ModRevision: revision}})
	}
	return clientv3.WatchResponse{Events: events}
}
