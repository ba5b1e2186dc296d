package main

import (
	"fmt"
	"time"

	"go.etcd.io/etcd/tests/v3/robustness/traffic"
)

// printFigures prints the numbers of operations with and without an answer, and those of the watches.
func (r *round) printFigures(begin, end time.Duration) {
	reports := r.clients.Reports()
	operations := traffic.CalculateStats(reports, begin, end)
	watches := traffic.CalculateWatchStats(reports, begin, end)
	fmt.Printf("operations: %d answered, %d not, in %d s; watches: %d, %d events\n",
		operations.Successes, operations.Failures, int((end - begin).Seconds()), watches.Requests, watches.Events)
}
