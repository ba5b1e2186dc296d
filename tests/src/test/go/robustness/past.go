package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"

	"go.etcd.io/etcd/tests/v3/robustness/model"
)

// firstRevision is the revision of the first change; an empty store has revision 1.
const firstRevision = 2

// past holds the events of all members' watches: the changes of each revision, in the order of the transaction that made them.
type past struct {
	Changes map[int64][]model.Event
	// Told holds, for each member, the latest revision that its watch reported.
	Told []int64
	// Differences lists members that reported other changes of a revision than an earlier member.
	Differences []string
}

func newPast(members int) *past {
	return &past{Changes: map[int64][]model.Event{}, Told: make([]int64, members)}
}

// tell adds the changes of one revision as reported by one member.
func (p *past) tell(member int, revision int64, changes []model.Event) {
	p.Told[member] = max(p.Told[member], revision)
	known, found := p.Changes[revision]
	if !found {
		p.Changes[revision] = slices.Clone(changes)
	} else if !reflect.DeepEqual(known, changes) {
		p.Differences = append(p.Differences,
			fmt.Sprintf("member %d tells of revision %d: %v, another: %v", member+1, revision, changes, known))
	}
}

// persisted returns the requests that made the changes, in order, and an error if a revision is missing. Transactions appear with their
// operations, without their conditions; those without effect and compactions do not appear.
func (p *past) persisted() ([]model.EtcdRequest, error) {
	requests := make([]model.EtcdRequest, 0, len(p.Changes))
	for revision := int64(firstRevision); len(requests) < len(p.Changes); revision++ {
		changes, found := p.Changes[revision]
		if !found {
			return nil, fmt.Errorf("no member told revision %d, of %d", revision, slices.Max(p.Told))
		}
		requests = append(requests, request(changes))
	}
	return requests, nil
}

func request(changes []model.Event) model.EtcdRequest {
	operations := make([]model.EtcdOperation, 0, len(changes))
	for _, change := range changes {
		operation := model.EtcdOperation{Type: change.Type}
		if change.Type == model.PutOperation {
			operation.Put = model.PutOptions{Key: change.Key, Value: change.Value}
		} else {
			operation.Delete = model.DeleteOptions{Key: change.Key}
		}
		operations = append(operations, operation)
	}
	return model.EtcdRequest{Type: model.Txn, Txn: &model.TxnRequest{OperationsOnSuccess: operations}}
}

func (p *past) write(file string) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

func readPast(file string) (*past, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := &past{}
	return p, json.Unmarshal(data, p)
}
