package main

import (
	"fmt"
	"net/http"
	"time"
)

const setupLimit = 2 * time.Minute

// await retries an action until it succeeds or the limit has passed.
func await(limit time.Duration, action func() (bool, Answer)) error {
	for begin := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		done, answer := action()
		if done {
			return nil
		}
		if time.Since(begin) > limit {
			return fmt.Errorf("not within %v: %s", limit, answer)
		}
	}
}

// create creates an object, which may exist already from an attempt without an answer.
func create(client *Client, path string, object Object) error {
	err := await(setupLimit, func() (bool, Answer) {
		answer := client.Do(http.MethodPost, path, nil, contentJSON, object)
		return answer.Outcome == Done || answer.Status == http.StatusConflict, answer
	})
	if err != nil {
		return fmt.Errorf("create %s in %s: %w", Object(object).Key(), path, err)
	}
	return nil
}

func namespace(name string) Object {
	return Object{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]interface{}{"name": name}}
}

// customResource defines a kind with one string in its spec.
func customResource(plural, kind string) Object {
	return Object{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]interface{}{"name": plural + "." + widgetGroup},
		"spec": map[string]interface{}{
			"group": widgetGroup,
			"scope": "Namespaced",
			"names": map[string]interface{}{"plural": plural, "kind": kind},
			"versions": []interface{}{map[string]interface{}{
				"name": "v1", "served": true, "storage": true,
				"schema": map[string]interface{}{"openAPIV3Schema": map[string]interface{}{
					"type": "object",
					"properties": map[string]interface{}{"spec": map[string]interface{}{
						"type":       "object",
						"properties": map[string]interface{}{"payload": map[string]interface{}{"type": "string"}},
					}},
				}},
			}},
		},
	}
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// define creates a custom resource and waits until it is served.
func define(client *Client, plural, kind string) error {
	if err := create(client, definitions, customResource(plural, kind)); err != nil {
		return err
	}
	return await(setupLimit, func() (bool, Answer) {
		answer := client.Get("/apis/"+widgetGroup+"/v1/namespaces/default/"+plural, nil)
		return answer.Outcome == Done, answer
	})
}
