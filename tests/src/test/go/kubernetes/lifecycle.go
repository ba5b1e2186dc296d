package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"time"
)

// NamespaceWorker creates namespaces, fills them, and deletes them as the namespace controller does.
type NamespaceWorker struct {
	client *Client
	ledger *Ledger
	random *rand.Rand
	count  int
}

// Run works until the context ends.
func (n *NamespaceWorker) Run(ctx context.Context) {
	for pause(ctx, n.random, 8*time.Second) {
		n.count++
		n.cycle(fmt.Sprintf("short-lived-%d", n.count))
	}
}

// cycle stops when an answer is missing.
func (n *NamespaceWorker) cycle(name string) {
	path := "/api/v1/namespaces/" + name
	content := kinds[0].Path(name, "")
	if !n.does(http.MethodPost, "/api/v1/namespaces", namespace(name)) ||
		!n.does(http.MethodPost, content, kinds[0].Build(name, "content", name)) ||
		!n.does(http.MethodDelete, path, nil) ||
		!n.isRefused(http.MethodPost, content, kinds[0].Build(name, "late", name), http.StatusForbidden) ||
		!n.does(http.MethodDelete, content, nil) ||
		!n.does(http.MethodPut, path+"/finalize", n.withoutFinalizers(name)) ||
		!n.isRefused(http.MethodGet, path, nil, http.StatusNotFound) {
		return
	}
	n.ledger.Tally("namespaces made and removed")
}

func (n *NamespaceWorker) withoutFinalizers(name string) Object {
	object := namespace(name)
	object["spec"] = map[string]interface{}{"finalizers": []interface{}{}}
	return object
}

func (n *NamespaceWorker) does(method, path string, body Object) bool {
	answer := n.client.Do(method, path, nil, contentJSON, body)
	n.ledger.Count(answer)
	if answer.Outcome == Refused {
		n.ledger.Complain("%s %s was refused: %s", method, path, answer)
	}
	return answer.Outcome == Done
}

func (n *NamespaceWorker) isRefused(method, path string, body Object, status int) bool {
	answer := n.client.Do(method, path, nil, contentJSON, body)
	n.ledger.Count(answer)
	if answer.Outcome != Unknown && answer.Status != status {
		n.ledger.Complain("%s %s, expected %d: %s", method, path, status, answer)
	}
	return answer.Status == status
}

// DefinitionWorker defines custom resources, creates an object of each, and deletes the definition with the object.
type DefinitionWorker struct {
	client *Client
	ledger *Ledger
	random *rand.Rand
	count  int
}

// Run works until the context ends.
func (d *DefinitionWorker) Run(ctx context.Context) {
	for pause(ctx, d.random, 40*time.Second) {
		d.count++
		plural, kind := fmt.Sprintf("gadget%ds", d.count), fmt.Sprintf("Gadget%d", d.count)
		if err := d.cycle(plural, kind); err != nil {
			d.ledger.Complain("custom resource %s: %v", plural, err)
			return
		}
	}
}

func (d *DefinitionWorker) cycle(plural, kind string) error {
	if err := define(d.client, plural, kind); err != nil {
		return err
	}
	object := Object{"apiVersion": widgetGroup + "/v1", "kind": kind,
		"metadata": map[string]interface{}{"namespace": "default", "name": "one"},
		"spec":     map[string]interface{}{"payload": plural}}
	if err := create(d.client, "/apis/"+widgetGroup+"/v1/namespaces/default/"+plural, object); err != nil {
		return err
	}
	path := definitions + "/" + plural + "." + widgetGroup
	d.ledger.Count(d.client.Do(http.MethodDelete, path, nil, "", nil))
	err := await(setupLimit, func() (bool, Answer) {
		answer := d.client.Get(path, nil)
		if answer.Outcome == Done && answer.Object().Text("metadata", "deletionTimestamp") == "" {
			answer = d.client.Do(http.MethodDelete, path, nil, "", nil)
		}
		return answer.Status == http.StatusNotFound, answer
	})
	if err == nil {
		d.ledger.Tally("custom resources defined and removed")
	}
	return err
}
