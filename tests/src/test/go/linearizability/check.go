package main

import (
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// A verdict says whether there is an order of all operations, each between its call and its return, that explains all answers.
type verdict struct {
	result porcupine.CheckResult
	reason string      // for a refusal, or for no result
	part   []operation // part of the history that is refused by itself
	others []verdict   // for a refusal: verdicts on the other refused keys
}

const (
	shrinkingLimit = 20 * time.Second
	attemptLimit   = time.Second
)

// check checks each key by itself: a history is linearizable if those of all keys are. Then it checks the revisions, which
// all keys share. It ends after the limit, plus some time for shrinking.
func check(history []operation, limit time.Duration) verdict {
	deadline := time.Now().Add(limit)
	var settled []operation
	var refused []verdict
	for _, key := range keysOf(history) {
		ofKey := ofKey(history, key)
		switch judge(ofKey, time.Until(deadline)) {
		case porcupine.Illegal:
			reason := "no order explains these answers about key " + key
			refused = append(refused, verdict{result: porcupine.Illegal, reason: reason, part: smallest(ofKey)})
		case porcupine.Unknown:
			if len(refused) == 0 {
				return verdict{result: porcupine.Unknown, reason: "not decided for key " + key + " within " + limit.String()}
			}
		}
		settled = append(settled, settle(ofKey)...)
	}
	if len(refused) > 0 {
		refused[0].others = refused[1:]
		return refused[0]
	}
	if pair := misnumbered(settled, history); pair != nil {
		return verdict{result: porcupine.Illegal, reason: "these revisions cannot be of one count", part: originals(history, pair)}
	}
	return verdict{result: porcupine.Ok}
}

func judge(ofKey []operation, limit time.Duration) porcupine.CheckResult {
	if limit <= 0 {
		return porcupine.Unknown
	}
	return porcupine.CheckOperationsTimeout(model, porcupineOf(settle(ofKey)), limit)
}

func smallest(ofKey []operation) []operation {
	deadline := time.Now().Add(shrinkingLimit)
	return shrink(ofKey, func(part []operation) bool {
		limit := time.Until(deadline)
		if limit > attemptLimit {
			limit = attemptLimit
		}
		return judge(part, limit) == porcupine.Illegal
	})
}

func keysOf(history []operation) []string {
	seen := make(map[string]bool)
	var keys []string
	for _, o := range history {
		if !seen[o.Key] {
			seen[o.Key] = true
			keys = append(keys, o.Key)
		}
	}
	sort.Strings(keys)
	return keys
}

func ofKey(history []operation, key string) []operation {
	var ofKey []operation
	for _, o := range history {
		if o.Key == key {
			ofKey = append(ofKey, o)
		}
	}
	return ofKey
}
