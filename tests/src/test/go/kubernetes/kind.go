package main

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"math/rand"
)

// Kind is a kind of object that the load writes.
type Kind struct {
	Resource   string // in paths
	APIVersion string
	Name       string
	prefix     string // of paths, up to the namespace
	fill       func(o Object, write string)
	payload    func(o Object) string
}

const widgetGroup = "soak.narrows.io"

// kinds lists all kinds that the load writes in namespaces.
var kinds = []*Kind{
	{
		Resource: "configmaps", APIVersion: "v1", Name: "ConfigMap", prefix: "/api/v1",
		fill:    func(o Object, write string) { o["data"] = map[string]interface{}{"payload": payload(write)} },
		payload: func(o Object) string { return o.Text("data", "payload") },
	},
	{
		Resource: "secrets", APIVersion: "v1", Name: "Secret", prefix: "/api/v1",
		fill: func(o Object, write string) {
			o["data"] = map[string]interface{}{"payload": base64.StdEncoding.EncodeToString([]byte(payload(write)))}
		},
		payload: func(o Object) string {
			text, _ := base64.StdEncoding.DecodeString(o.Text("data", "payload"))
			return string(text)
		},
	},
	{
		Resource: "services", APIVersion: "v1", Name: "Service", prefix: "/api/v1",
		fill: func(o Object, write string) {
			o["spec"] = map[string]interface{}{
				"selector": map[string]interface{}{"payload": label(write)},
				"ports":    []interface{}{map[string]interface{}{"port": 80, "protocol": "TCP"}},
			}
		},
		payload: func(o Object) string { return o.Text("spec", "selector", "payload") },
	},
	{
		Resource: "leases", APIVersion: "coordination.k8s.io/v1", Name: "Lease", prefix: "/apis/coordination.k8s.io/v1",
		fill: func(o Object, write string) {
			o["spec"] = map[string]interface{}{"holderIdentity": payload(write), "leaseDurationSeconds": 15}
		},
		payload: func(o Object) string { return o.Text("spec", "holderIdentity") },
	},
	{
		Resource: "widgets", APIVersion: widgetGroup + "/v1", Name: "Widget", prefix: "/apis/" + widgetGroup + "/v1",
		fill:    func(o Object, write string) { o["spec"] = map[string]interface{}{"payload": payload(write)} },
		payload: func(o Object) string { return o.Text("spec", "payload") },
	},
}

// Build returns the object that a write results in.
func (k *Kind) Build(namespace, name, write string) Object {
	o := Object{
		"apiVersion": k.APIVersion,
		"kind":       k.Name,
		"metadata": map[string]interface{}{
			"namespace":   namespace,
			"name":        name,
			"annotations": map[string]interface{}{writeAnnotation: write},
		},
	}
	k.fill(o, write)
	return o
}

// IsIntact reports whether the object has the content of the write that it names.
func (k *Kind) IsIntact(o Object) bool {
	found := k.payload(o)
	return found == payload(o.Write()) || found == label(o.Write())
}

// Path returns the path of one object, or of all in the namespace if the name is empty.
func (k *Kind) Path(namespace, name string) string {
	path := fmt.Sprintf("%s/namespaces/%s/%s", k.prefix, namespace, k.Resource)
	if name != "" {
		path += "/" + name
	}
	return path
}

// AllPath returns the path of the objects in all namespaces.
func (k *Kind) AllPath() string {
	return k.prefix + "/" + k.Resource
}

// payload returns 100 to 1,500 characters derived from the write.
func payload(write string) string {
	random := rand.New(rand.NewSource(int64(hash(write))))
	text := make([]byte, 100+random.Intn(1400))
	for i := range text {
		text[i] = "abcdefghijklmnopqrstuvwxyz-0123"[random.Intn(31)]
	}
	return string(text)
}

// label is a payload short enough for the value of a label.
func label(write string) string {
	return fmt.Sprintf("l%x", hash(write))
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}
