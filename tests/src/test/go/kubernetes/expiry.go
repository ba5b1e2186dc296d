package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"time"
)

// eventExpiry is the API server's --event-ttl plus the time until the last event has expired: leases are shared, and are
// renewed when members restart.
const eventExpiry = 4 * time.Minute

const eventsPath = "/api/v1/namespaces/default/events"

// EventWorker creates Events, which the API server stores with a lease.
type EventWorker struct {
	client *Client
	ledger *Ledger
	random *rand.Rand
	count  int
}

// Run works until the context ends.
func (e *EventWorker) Run(ctx context.Context) {
	for pause(ctx, e.random, 500*time.Millisecond) {
		e.count++
		now := time.Now().UTC().Format(time.RFC3339)
		answer := e.client.Do(http.MethodPost, eventsPath, nil, contentJSON, Object{
			"apiVersion": "v1", "kind": "Event",
			"metadata":       map[string]interface{}{"namespace": "default", "name": fmt.Sprintf("event-%d", e.count)},
			"involvedObject": map[string]interface{}{"kind": "ConfigMap", "namespace": "default", "name": "last"},
			"reason":         "Soak", "message": payload(now), "type": "Normal", "firstTimestamp": now, "lastTimestamp": now, "count": 1,
		})
		e.ledger.Count(answer)
		if answer.Outcome == Done {
			e.ledger.Tally("events written")
		}
	}
}

// checkEvents waits until all events have expired.
func (l *Load) checkEvents() {
	begin := time.Now()
	err := await(eventExpiry, func() (bool, Answer) {
		answer := l.client.Get(eventsPath, nil)
		left := -1
		if answer.Outcome == Done {
			left = len(answer.Object().Items())
		}
		return left == 0, Answer{Err: fmt.Errorf("%d events are left", left)}
	})
	if err != nil {
		l.ledger.Complain("events do not expire: %v", err)
	}
	l.ledger.Tally(fmt.Sprintf("seconds until all events had expired, %d", int(time.Since(begin).Seconds())))
}
