package main

import (
	"context"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/tests/v3/robustness/client"
	"go.etcd.io/etcd/tests/v3/robustness/traffic"
)

const compactionKey = "compact_rev_key"

// recordedTraffic is a traffic that never compacts a revision which the recorder does not know. Otherwise the past would have gaps after
// an outage of all members.
type recordedTraffic struct {
	traffic.Traffic
	recorder *recorder
}

// RunCompactLoop compacts as Kubernetes' API server does: each period it writes the revision that it saw the period before, and compacts
// that one. What it writes is another value each time, so that it can be told what became of it. No revision is asked for twice, so an attempt whose end is unknown has no effect on the answer of a later one.
func (t recordedTraffic) RunCompactLoop(ctx context.Context, c *client.RecordingClient, p traffic.RunCompactLoopParam) {
	var seen compactor
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.Finish:
			return
		case <-time.After(p.Period):
			seen = seen.compact(ctx, c, t.recorder)
		}
	}
}

// compactor is what a compacting client knows.
type compactor struct {
	version  int64 // of the key
	revision int64 // of the store, one period ago
	last     int64 // that it has asked to compact
	attempts int
}

func (seen compactor) compact(ctx context.Context, c *client.RecordingClient, recorder *recorder) compactor {
	ctx, cancel := context.WithTimeout(ctx, traffic.RequestTimeout)
	defer cancel()
	seen.attempts++
	response, err := c.Txn(ctx).
		If(clientv3.Compare(clientv3.Version(compactionKey), "=", seen.version)).
		Then(clientv3.OpPut(compactionKey, fmt.Sprintf("%d in attempt %d", seen.revision, seen.attempts))).
		Else(clientv3.OpGet(compactionKey)).
		Commit()
	if err != nil {
		return seen
	}
	revision := min(seen.revision, recorder.completeUntil())
	seen.revision = response.Header.Revision
	if !response.Succeeded {
		seen.version = response.Responses[0].GetResponseRange().Kvs[0].Version
		return seen
	}
	seen.version++
	if revision > seen.last {
		seen.last = revision
		c.Compact(ctx, revision)
	}
	return seen
}
