package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"net/url"
	"time"
)

const (
	batchNamespace = "batches"
	batchSize      = 10
)

// BatchWorker creates objects with one label, deletes them as a collection, and checks that none is left.
type BatchWorker struct {
	client  *Client
	ledger  *Ledger
	random  *rand.Rand
	batches int
}

// Run works until the context ends.
func (b *BatchWorker) Run(ctx context.Context) {
	for pause(ctx, b.random, 3*time.Second) {
		b.batch()
	}
}

func (b *BatchWorker) batch() {
	b.batches++
	kind := kinds[0]
	name := fmt.Sprintf("batch-%d", b.batches)
	maybe := map[string]bool{} // creations without an answer, which may still take effect at any time
	for i := 0; i < batchSize; i++ {
		object := kind.Build(batchNamespace, fmt.Sprintf("%s-%d", name, i), fmt.Sprintf("%s-%d", name, i))
		object["metadata"].(map[string]interface{})["labels"] = map[string]interface{}{"batch": name}
		answer := b.client.Do(http.MethodPost, kind.Path(batchNamespace, ""), nil, contentJSON, object)
		b.ledger.Count(answer)
		switch answer.Outcome {
		case Done:
			b.ledger.Acknowledged(kind, answer.Object())
		case Unknown:
			maybe[object.Text("metadata", "name")] = true
		case Refused:
			b.ledger.Complain("creation in a batch was refused: %s", answer)
		}
	}
	selected := url.Values{"labelSelector": {"batch=" + name}}
	removal := b.client.Do(http.MethodDelete, kind.Path(batchNamespace, ""), selected, "", nil)
	b.ledger.Count(removal)
	list := b.client.Get(kind.Path(batchNamespace, ""), selected)
	b.ledger.Count(list)
	if removal.Outcome != Done || list.Outcome != Done {
		return
	}
	for _, item := range list.Object().Items() {
		if !maybe[item.Text("metadata", "name")] {
			b.ledger.Complain("%s is still there after its collection was removed", item.Key())
		}
	}
	b.ledger.Tally("collections removed")
}
