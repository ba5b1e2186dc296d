package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

// A Watcher watches all objects of a kind, in successive watches.
type Watcher struct {
	client  *Client
	kind    *Kind
	log     *WatchLog
	streams bool // starts with a streaming list rather than a list
	random  *rand.Rand

	watches, lists, expired, bookmarks int64
}

// Run watches until the context ends.
func (w *Watcher) Run(ctx context.Context) {
	isFresh := true
	for ctx.Err() == nil {
		if isFresh && !w.streams {
			isFresh = !w.list()
		} else {
			isFresh = w.watch(ctx, isFresh)
		}
		if ctx.Err() == nil {
			time.Sleep(time.Duration(100+w.random.Intn(200)) * time.Millisecond)
		}
	}
}

// list starts over from a list, and reports whether it could.
func (w *Watcher) list() bool {
	answer := w.client.Get(w.kind.AllPath(), nil)
	list := answer.Object()
	if answer.Outcome != Done || list == nil {
		return false
	}
	atomic.AddInt64(&w.lists, 1)
	w.log.Restart(list.Items(), list.Revision())
	return true
}

// watch reads one watch to its end, and reports whether the next one must start over.
func (w *Watcher) watch(parent context.Context, isFresh bool) bool {
	// Some watches are short, so that many start at an old revision.
	ctx, cancel := context.WithTimeout(parent, time.Duration(2+w.random.Intn(30))*time.Second)
	defer cancel()
	query := url.Values{"watch": {"true"}, "allowWatchBookmarks": {"true"}}
	if isFresh {
		query.Set("sendInitialEvents", "true")
		query.Set("resourceVersionMatch", "NotOlderThan")
	} else {
		query.Set("resourceVersion", strconv.FormatInt(w.log.Last(), 10))
	}
	response, err := w.client.Stream(ctx, w.kind.AllPath(), query)
	if err != nil {
		return isFresh
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusGone {
		atomic.AddInt64(&w.expired, 1)
		return true
	}
	if response.StatusCode != http.StatusOK {
		return isFresh
	}
	atomic.AddInt64(&w.watches, 1)
	return w.read(json.NewDecoder(response.Body), isFresh)
}

// read receives events until the watch ends. Those of a streaming list come first, up to a bookmark that marks their end.
func (w *Watcher) read(decoder *json.Decoder, isInitial bool) bool {
	initial := map[string]Object{}
	for {
		var event struct {
			Type   string
			Object Object
		}
		if decoder.Decode(&event) != nil {
			return isInitial
		}
		switch {
		case event.Type == "ERROR":
			if event.Object.At("code") == float64(http.StatusGone) {
				atomic.AddInt64(&w.expired, 1)
				return true
			}
			return isInitial
		case event.Type == "BOOKMARK" && isInitial:
			if event.Object.Text("metadata", "annotations", "k8s.io/initial-events-end") == "true" {
				atomic.AddInt64(&w.lists, 1)
				w.log.Restart(values(initial), event.Object.Revision())
				isInitial = false
			}
		case event.Type == "BOOKMARK":
			atomic.AddInt64(&w.bookmarks, 1)
			w.log.Bookmark(event.Object.Revision())
		case isInitial && event.Type == "DELETED":
			delete(initial, event.Object.Key())
		case isInitial:
			initial[event.Object.Key()] = event.Object
		default:
			o := event.Object
			w.log.Add(Event{event.Type, o.Key(), o.UID(), o.Write(), o.Revision()})
		}
	}
}

func values(objects map[string]Object) []Object {
	var all []Object
	for _, object := range objects {
		all = append(all, object)
	}
	return all
}

// Counts describes the watcher's work.
func (w *Watcher) Counts() string {
	return fmt.Sprintf("%d watches, %d lists, %d expired, %d bookmarks, %d events", atomic.LoadInt64(&w.watches),
		atomic.LoadInt64(&w.lists), atomic.LoadInt64(&w.expired), atomic.LoadInt64(&w.bookmarks), len(w.log.snapshot()))
}
