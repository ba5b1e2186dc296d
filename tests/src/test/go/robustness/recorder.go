package main

import (
	"context"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/tests/v3/robustness/client"
	"go.etcd.io/etcd/tests/v3/robustness/model"
)

const progressPeriod = 100 * time.Millisecond

// recorder watches all keys at each member from the first revision, and keeps the events. Its watches are judged like all others.
type recorder struct {
	mu       sync.Mutex
	past     *past
	complete int64
	changed  chan struct{} // closed and replaced when a member has reported more
	done     sync.WaitGroup
}

// record starts the watches; they end with the context.
func record(ctx context.Context, clients *client.ClientSet, endpoints []string) (*recorder, error) {
	r := &recorder{past: newPast(len(endpoints)), complete: firstRevision - 1, changed: make(chan struct{})}
	for member, endpoint := range endpoints {
		c, err := clients.NewClient([]string{endpoint})
		if err != nil {
			return nil, err
		}
		r.done.Add(1)
		go func() {
			defer r.done.Done()
			r.follow(ctx, member, c)
		}()
	}
	return r, nil
}

// completeUntil returns the revision up to which some member has reported each revision.
func (r *recorder) completeUntil() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.complete
}

// await returns when every member has reported the revision.
func (r *recorder) await(ctx context.Context, revision int64) error {
	for {
		r.mu.Lock()
		changed := r.changed
		behind := false
		for _, told := range r.past.Told {
			behind = behind || told < revision
		}
		r.mu.Unlock()
		if !behind {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *recorder) follow(ctx context.Context, member int, c *client.RecordingClient) {
	next := int64(firstRevision)
	ticker := time.NewTicker(progressPeriod)
	defer ticker.Stop()
	for ctx.Err() == nil {
		next = r.watch(ctx, member, c, next, ticker.C)
	}
}

// watch follows one watch to its end, and returns the revision at which the next one must start.
func (r *recorder) watch(ctx context.Context, member int, c *client.RecordingClient, next int64, ticks <-chan time.Time) int64 {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	responses := c.Watch(ctx, "", next, true, true, true)
	for {
		select {
		case <-ticks:
			c.RequestProgress(ctx)
		case response, open := <-responses:
			if !open {
				return next
			}
			if response.CompactRevision > next {
				return response.CompactRevision
			}
			if len(response.Events) > 0 {
				r.tell(member, response)
				next = response.Events[len(response.Events)-1].Kv.ModRevision + 1
			}
		}
	}
}

func (r *recorder) tell(member int, response clientv3.WatchResponse) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for begin, end := 0, 0; begin < len(response.Events); begin = end {
		revision := response.Events[begin].Kv.ModRevision
		changes := []model.Event{}
		for ; end < len(response.Events) && response.Events[end].Kv.ModRevision == revision; end++ {
			changes = append(changes, change(response.Events[end]))
		}
		r.past.tell(member, revision, changes)
	}
	for _, known := r.past.Changes[r.complete+1]; known; _, known = r.past.Changes[r.complete+1] {
		r.complete++
	}
	close(r.changed)
	r.changed = make(chan struct{})
}

func change(event *clientv3.Event) model.Event {
	if event.Type == mvccpb.Event_DELETE {
		return model.Event{Type: model.DeleteOperation, Key: string(event.Kv.Key)}
	}
	return model.Event{
		Type:  model.PutOperation,
		Key:   string(event.Kv.Key),
		Value: model.ToValueOrHash(string(event.Kv.Value)),
	}
}
