package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	fieldManager = "soak"
	mostPause    = 60 * time.Millisecond
)

// pause waits for a short random time, and reports whether the load continues.
func pause(ctx context.Context, random *rand.Rand, most time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(random.Int63n(int64(most)))):
		return true
	}
}

// ObjectWorker is the only writer of the objects in its namespace. It creates, updates, patches, applies, deletes, reads and
// lists them, and compares every answer with its slots.
type ObjectWorker struct {
	client    *Client
	ledger    *Ledger
	random    *rand.Rand
	namespace string
	slots     map[*Kind][]*Slot
	writes    int
}

// NewObjectWorker returns a worker for some objects of each kind.
func NewObjectWorker(client *Client, ledger *Ledger, random *rand.Rand, namespace string, objects int) *ObjectWorker {
	slots := map[*Kind][]*Slot{}
	for _, kind := range kinds {
		for i := 0; i < objects; i++ {
			slots[kind] = append(slots[kind], NewSlot(fmt.Sprintf("%s-%d", kind.Resource, i)))
		}
	}
	return &ObjectWorker{client: client, ledger: ledger, random: random, namespace: namespace, slots: slots}
}

// Run works until the context ends.
func (w *ObjectWorker) Run(ctx context.Context) {
	for pause(ctx, w.random, mostPause) {
		kind := kinds[w.random.Intn(len(kinds))]
		if w.random.Intn(20) == 0 {
			w.List(kind)
			continue
		}
		slot := w.slots[kind][w.random.Intn(len(w.slots[kind]))]
		if !slot.IsCertain() || w.random.Intn(8) == 0 {
			w.read(kind, slot)
		} else {
			w.write(kind, slot)
		}
	}
}

// Settle reads the objects whose attempts had no answer, and reports whether it could.
func (w *ObjectWorker) Settle() bool {
	for _, kind := range kinds {
		if !w.List(kind) {
			return false
		}
	}
	return true
}

// List compares a consistent list with the slots, and reports whether there was an answer.
func (w *ObjectWorker) List(kind *Kind) bool {
	newest := w.ledger.Newest()
	answer := w.client.Get(kind.Path(w.namespace, ""), nil)
	w.ledger.Count(answer)
	list := answer.Object()
	if answer.Outcome != Done || list == nil {
		return false
	}
	if list.Revision() < newest {
		w.ledger.Complain("a consistent list of %s has revision %d, after a write of revision %d was acknowledged",
			kind.Resource, list.Revision(), newest)
	}
	found := map[string]Object{}
	for _, item := range list.Items() {
		found[item.Text("metadata", "name")] = item
	}
	for _, slot := range w.slots[kind] {
		object, isThere := found[slot.Name]
		if isThere {
			w.requireIntact(kind, object)
		}
		w.ledger.Check(slot.Observe(object))
	}
	return true
}

func (w *ObjectWorker) read(kind *Kind, slot *Slot) {
	answer := w.client.Get(kind.Path(w.namespace, slot.Name), nil)
	w.ledger.Count(answer)
	switch {
	case answer.Status == http.StatusNotFound:
		w.ledger.Check(slot.Observe(nil))
	case answer.Outcome == Done:
		w.requireIntact(kind, answer.Object())
		w.ledger.Check(slot.Observe(answer.Object()))
	}
}

func (w *ObjectWorker) requireIntact(kind *Kind, object Object) {
	if !kind.IsIntact(object) {
		w.ledger.Complain("%s %s at revision %d has other content than write %s",
			kind.Resource, object.Key(), object.Revision(), object.Write())
	}
}

func (w *ObjectWorker) write(kind *Kind, slot *Slot) {
	w.writes++
	write := fmt.Sprintf("%s-%d", w.namespace, w.writes)
	known := slot.Known()
	choice := w.random.Intn(10)
	attempt := slot.Begin(write, !known.Absent && choice == 9)
	answer := w.send(kind, slot.Name, known, write, choice)
	w.ledger.Count(answer)
	switch {
	case answer.Outcome == Unknown:
		// A later read shows the outcome.
	case answer.Outcome == Done && attempt.state.Absent:
		w.ledger.Check(slot.Acknowledge(attempt, nil))
	case answer.Outcome == Done:
		object := answer.Object()
		w.ledger.Check(slot.Acknowledge(attempt, object))
		w.requireIntact(kind, object)
		w.ledger.Acknowledged(kind, object)
	case answer.Status == http.StatusConflict || answer.Status == http.StatusNotFound:
		w.ledger.Check(slot.Refuse(attempt, answer))
		w.read(kind, slot)
	default:
		slot.Withdraw(attempt)
		w.complainUnlessBusy(answer)
	}
}

func (w *ObjectWorker) complainUnlessBusy(answer Answer) {
	if answer.Status != http.StatusTooManyRequests {
		w.ledger.Complain("unexpected answer: %s", answer)
	}
}

// send sends the write, with the known state as its precondition.
func (w *ObjectWorker) send(kind *Kind, name string, known State, write string, choice int) Answer {
	path := kind.Path(w.namespace, name)
	object := kind.Build(w.namespace, name, write)
	apply := url.Values{"fieldManager": {fieldManager}, "force": {"true"}}
	if known.Absent {
		if choice < 4 {
			return w.client.Do(http.MethodPatch, path, apply, contentApply, object)
		}
		return w.client.Do(http.MethodPost, kind.Path(w.namespace, ""), nil, contentJSON, object)
	}
	revision := strconv.FormatInt(known.Revision, 10)
	object["metadata"].(map[string]interface{})["resourceVersion"] = revision
	switch {
	case choice < 4:
		return w.client.Do(http.MethodPut, path, nil, contentJSON, object)
	case choice < 6:
		return w.client.Do(http.MethodPatch, path, nil, contentMerge, object)
	case choice < 9:
		return w.client.Do(http.MethodPatch, path, apply, contentApply, object)
	default:
		return w.client.Do(http.MethodDelete, path, nil, contentJSON, Object{
			"apiVersion":    "v1",
			"kind":          "DeleteOptions",
			"preconditions": map[string]interface{}{"uid": known.UID, "resourceVersion": revision},
		})
	}
}
