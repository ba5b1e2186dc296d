package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"
)

const attemptInterval = 100 * time.Millisecond

// awaitWrite is the command await-write: it returns when the API server has acknowledged a write.
func awaitWrite(arguments []string) int {
	flags := flag.NewFlagSet("await-write", flag.ExitOnError)
	server := flags.String("server", "", "URL of the API server")
	token := flags.String("token", "", "bearer token of an administrator")
	namespace := flags.String("namespace", "rates", "of the object to replace")
	limit := flags.Duration("limit", 90*time.Second, "time to wait")
	_ = flags.Parse(arguments)
	answer, ok := firstDone(*limit, func() Answer {
		object := kinds[0].Build(*namespace, objectName(0), time.Now().Format(time.RFC3339Nano))
		return NewClient(*server, *token).Do(
			http.MethodPut, kinds[0].Path(*namespace, objectName(0)), nil, contentJSON, object)
	})
	if !ok {
		fmt.Fprintf(os.Stderr, "no write took effect within %v: %s\n", *limit, answer)
		return 1
	}
	return 0
}

// firstDone begins an attempt every attemptInterval, whether or not earlier ones have ended, until one has succeeded or the limit has passed.
func firstDone(limit time.Duration, attempt func() Answer) (Answer, bool) {
	answers := make(chan Answer)
	over := make(chan struct{})
	defer close(over)
	begin := func() {
		answer := attempt()
		select {
		case answers <- answer:
		case <-over:
		}
	}
	go begin()
	ticker := time.NewTicker(attemptInterval)
	defer ticker.Stop()
	end := time.After(limit)
	var last Answer
	for {
		select {
		case last = <-answers:
			if last.Outcome == Done {
				return last, true
			}
		case <-ticker.C:
			go begin()
		case <-end:
			return last, false
		}
	}
}
