package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"net/url"
	"strconv"
	"sync"
)

// A Counter is a number in a ConfigMap that many workers increment by compare-and-swap of the resource version.
type Counter struct {
	mu           sync.Mutex
	name         string
	acknowledged int64
	unknown      int64
	conflicts    int64
}

const counterNamespace = "counters"

// count records the outcome of an increment.
func (c *Counter) count(outcome Outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch outcome {
	case Done:
		c.acknowledged++
	case Unknown:
		c.unknown++
	case Refused:
		c.conflicts++
	}
}

// Check compares the value with the increments.
func (c *Counter) Check(value int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if value < c.acknowledged || value > c.acknowledged+c.unknown {
		return fmt.Errorf("counter %s is %d after %d acknowledged increments and %d without an answer",
			c.name, value, c.acknowledged, c.unknown)
	}
	return nil
}

// CounterWorker increments counters.
type CounterWorker struct {
	client   *Client
	ledger   *Ledger
	random   *rand.Rand
	name     string
	counters []*Counter
	writes   int
}

// Run works until the context ends.
func (w *CounterWorker) Run(ctx context.Context) {
	for pause(ctx, w.random, mostPause) {
		w.increment(w.counters[w.random.Intn(len(w.counters))])
	}
}

func (w *CounterWorker) increment(counter *Counter) {
	// A read from the watch cache may be outdated: then the precondition fails.
	query := url.Values{}
	if w.random.Intn(3) == 0 {
		query.Set("resourceVersion", "0")
	}
	read := w.client.Get(kinds[0].Path(counterNamespace, counter.name), query)
	w.ledger.Count(read)
	object := read.Object()
	if read.Outcome != Done || object == nil {
		return
	}
	w.writes++
	object["data"] = map[string]interface{}{"value": strconv.FormatInt(counterValue(object)+1, 10)}
	object["metadata"].(map[string]interface{})["annotations"] =
		map[string]interface{}{writeAnnotation: fmt.Sprintf("%s-%d", w.name, w.writes)}
	answer := w.client.Do(http.MethodPut, kinds[0].Path(counterNamespace, counter.name), nil, contentJSON, object)
	w.ledger.Count(answer)
	counter.count(answer.Outcome)
	if answer.Outcome == Done {
		w.ledger.Acknowledged(kinds[0], answer.Object())
	}
}

func counterValue(object Object) int64 {
	value, _ := strconv.ParseInt(object.Text("data", "value"), 10, 64)
	return value
}
