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

// recordedTraffic is a traffic that compacts only revisions that the recorder knows. Otherwise the past would have gaps after an outage of
// all members.
type recordedTraffic struct {
	traffic.Traffic
	recorder *recorder
}

// RunCompactLoop compacts as Kubernetes' API server does: each period, it writes the revision that it saw in the previous period, and
// compacts it. Each written value is unique, so that its outcome can be traced. Each revision is requested only once, so that an attempt
// with unknown outcome does not affect the answer of a later one.
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

// compactor holds the knowledge of a compacting client.
type compactor struct {
	version  int64 // of the key
	revision int64 // of the store, in the previous period
	last     int64 // last revision requested to be compacted
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
