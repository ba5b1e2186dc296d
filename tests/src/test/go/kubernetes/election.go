package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"sync"
	"time"
)

const (
	candidates        = 3
	electionNamespace = "election"
	electionLease     = "leader"
	leaseDuration     = 5 * time.Second
	leaseTransitions  = "leaseTransitions"
)

// Election holds the acknowledged terms of leaders. Each term is taken by compare-and-swap, so it has one leader.
type Election struct {
	mu    sync.Mutex
	terms map[int64]string
}

// NewElection returns an election without terms.
func NewElection() *Election {
	return &Election{terms: map[int64]string{}}
}

// Elected records that a candidate learned that it leads.
func (e *Election) Elected(term int64, leader string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if other, isTaken := e.terms[term]; isTaken && other != leader {
		return fmt.Errorf("both %s and %s lead in term %d", other, leader, term)
	}
	e.terms[term] = leader
	return nil
}

// Candidate takes, renews and releases a Lease, as client-go's leader election does.
type Candidate struct {
	client   *Client
	ledger   *Ledger
	random   *rand.Rand
	election *Election
	name     string
	writes   int
	seen     int64 // revision of the lease
	seenAt   time.Time
}

// Run stands for election until the context ends.
func (c *Candidate) Run(ctx context.Context) {
	for pause(ctx, c.random, time.Second) {
		c.try()
	}
}

func (c *Candidate) try() {
	kind := kinds[3]
	answer := c.client.Get(kind.Path(electionNamespace, electionLease), nil)
	c.ledger.Count(answer)
	if answer.Status == http.StatusNotFound {
		c.write(http.MethodPost, kind.Path(electionNamespace, ""), Object{"apiVersion": kind.APIVersion, "kind": kind.Name,
			"metadata": map[string]interface{}{"namespace": electionNamespace, "name": electionLease}}, 1)
		return
	}
	lease := answer.Object()
	if answer.Outcome != Done || lease == nil {
		return
	}
	if lease.Revision() != c.seen {
		c.seen, c.seenAt = lease.Revision(), time.Now()
	}
	holder := lease.Text("spec", "holderIdentity")
	terms, _ := lease.At("spec", leaseTransitions).(float64)
	term := int64(terms)
	path := kind.Path(electionNamespace, electionLease)
	switch {
	case holder == c.name && c.random.Intn(10) == 0:
		c.release(path, lease)
	case holder == c.name:
		c.write(http.MethodPut, path, lease, term)
	case holder == "" || time.Since(c.seenAt) > leaseDuration:
		c.write(http.MethodPut, path, lease, term+1)
	}
}

// write makes the candidate the leader of a term, or renews its lease.
func (c *Candidate) write(method, path string, lease Object, term int64) {
	lease["spec"] = map[string]interface{}{
		"holderIdentity":       c.name,
		"leaseDurationSeconds": int(leaseDuration.Seconds()),
		leaseTransitions:       term,
		"renewTime":            time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"),
	}
	if c.send(method, path, lease) == Done {
		c.ledger.Check(c.election.Elected(term, c.name))
		c.ledger.Tally("leases taken or renewed")
	}
}

func (c *Candidate) release(path string, lease Object) {
	spec, _ := lease.At("spec").(map[string]interface{})
	delete(spec, "holderIdentity")
	if c.send(http.MethodPut, path, lease) == Done {
		c.ledger.Tally("leases released")
	}
}

func (c *Candidate) send(method, path string, lease Object) Outcome {
	c.writes++
	lease["metadata"].(map[string]interface{})["annotations"] =
		map[string]interface{}{writeAnnotation: fmt.Sprintf("%s-%d", c.name, c.writes)}
	answer := c.client.Do(method, path, nil, contentJSON, lease)
	c.ledger.Count(answer)
	if answer.Outcome == Done {
		c.ledger.Acknowledged(kinds[3], answer.Object())
	}
	return answer.Outcome
}
