package main

import "strconv"

// writeAnnotation names the write that an object results from.
const writeAnnotation = "soak.narrows.io/write"

// Object is a decoded JSON object of the API.
type Object map[string]interface{}

// At returns the value at a path of keys, nil if there is none.
func (o Object) At(path ...string) interface{} {
	var value interface{} = map[string]interface{}(o)
	for _, key := range path {
		object, ok := value.(map[string]interface{})
		if !ok {
			return nil
		}
		value = object[key]
	}
	return value
}

// Text returns the string at a path, "" if there is none.
func (o Object) Text(path ...string) string {
	text, _ := o.At(path...).(string)
	return text
}

// Revision returns metadata.resourceVersion, 0 if there is none.
func (o Object) Revision() int64 {
	revision, _ := strconv.ParseInt(o.Text("metadata", "resourceVersion"), 10, 64)
	return revision
}

// Key returns the namespace and name.
func (o Object) Key() string {
	return o.Text("metadata", "namespace") + "/" + o.Text("metadata", "name")
}

// UID returns metadata.uid.
func (o Object) UID() string {
	return o.Text("metadata", "uid")
}

// Write returns the id of the write that the object results from.
func (o Object) Write() string {
	return o.Text("metadata", "annotations", writeAnnotation)
}

// Items returns the objects of a list.
func (o Object) Items() []Object {
	values, _ := o["items"].([]interface{})
	items := make([]Object, 0, len(values))
	for _, value := range values {
		if item, ok := value.(map[string]interface{}); ok {
			items = append(items, item)
		}
	}
	return items
}
