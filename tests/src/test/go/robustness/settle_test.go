package main

import (
	"errors"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/tests/v3/robustness/model"
	"go.etcd.io/etcd/tests/v3/robustness/report"
)

// deleting appends the deletion of a version of key a; a response of nil means no answer.
func deleting(history *model.AppendableHistory, revision int64, response *clientv3.TxnResponse) {
	begin := time.Duration(10 * history.Len())
	var err error
	if response == nil {
		err = errors.New("timeout")
	}
	history.AppendTxn([]clientv3.Cmp{clientv3.Compare(clientv3.ModRevision("a"), "=", revision)},
		[]clientv3.Op{clientv3.OpDelete("a")}, []clientv3.Op{clientv3.OpGet("a")}, begin, begin+1, response, err)
}

func settledCount(t *testing.T, p *past, add func(history *model.AppendableHistory)) int {
	t.Helper()
	return len(settle([]report.ClientReport{clientOf(add)}, p)[0].KeyValue) - len(clientOf(func(*model.AppendableHistory) {}).KeyValue)
}

func TestDeletionOfAVersionThatWasNeverDeletedIsLeftOut(t *testing.T) {
	left := settledCount(t, twoWrites(), func(history *model.AppendableHistory) { deleting(history, 3, nil) })

	if left != 0 {
		t.Errorf("%d operations are left, want none", left)
	}
}

func TestDeletionOfADeletedVersionStays(t *testing.T) {
	p := twoWrites()
	p.tell(0, 4, []model.Event{deletion("a")})

	left := settledCount(t, p, func(history *model.AppendableHistory) {
		deleting(history, 2, nil)
		deleting(history, 3, nil)
	})

	if left != 1 {
		t.Errorf("%d operations are left, want the one of revision 3", left)
	}
}

func TestDeletionThatAnotherOneDidIsLeftOut(t *testing.T) {
	p := twoWrites()
	p.tell(0, 4, []model.Event{deletion("a")})

	left := settledCount(t, p, func(history *model.AppendableHistory) {
		deleting(history, 3, nil)
		deleting(history, 3, &clientv3.TxnResponse{Header: header(4), Succeeded: true})
	})

	if left != 1 {
		t.Errorf("%d operations are left, want the one that was answered", left)
	}
}
