package main

import (
	"strings"
	"testing"
)

func TestLogKind(t *testing.T) {
	for line, kind := range map[string]string{
		`I1124 15:29:23.353297     233 options.go:205] ready`: "",
		`goroutine 7 [running]:`:                              "",
		`E1124 15:29:33.345764     233 run.go:72] "command failed" err="error creating storage factory: context deadline exceeded"`:       "E run.go:72 command failed (context deadline exceeded)",
		`E1124 15:29:33.345764     234 run.go:72] "command failed" err="rpc error: code = Unavailable desc = etcdserver: leader changed"`: "E run.go:72 command failed (code = Unavailable, etcdserver: leader changed)",
		`W1124 15:29:23.353297     233 cacher.go:185] Terminating all watchers from cacher deviceclasses.resource.k8s.io`:                 "W cacher.go:185 Terminating all watchers from cacher R",
		`W1124 15:29:23.353297     233 lease.go:270] Resetting endpoints for master service "kubernetes" to [10.77.0.4]`:                  "W lease.go:270 Resetting endpoints for master service S to …",
		`E1124 15:29:23.353297     233 watcher.go:425] watch chan error: etcdserver: no leader`:                                           "E watcher.go:425 watch chan error: etcdserver: no leader",
		`{"level":"warn","ts":"2026-11-24T15:40:27.1Z","logger":"etcd-client","caller":"v3@v3.7.0/retry_interceptor.go:68","msg":"retrying of unary invoker failed","target":"etcd-endpoints://0xc0001/10.77.0.1:2379","attempt":0,"error":"rpc error: code = Unavailable desc = etcdserver: request timed out"}`: "W retry_interceptor.go:68 retrying of unary invoker failed (code = Unavailable, etcdserver: request timed out)",
		`{"level":"info","caller":"v3@v3.7.0/client.go:1","msg":"connected"}`: "",
	} {
		if found := logKind(line); found != kind {
			t.Errorf("%s\n is of kind %q, expected %q", line, found, kind)
		}
	}
}

func TestCountKinds_namesAndNumbersDoNotMatter(t *testing.T) {
	log := `W1124 15:29:23.000000     233 a.go:1] object "x" at revision 17 is gone
I1124 15:29:24.000000     233 a.go:2] fine
W1124 15:29:25.000000     240 a.go:1] object "y" at revision 4 is gone
`
	counts, err := countKinds(strings.NewReader(log))

	if err != nil || len(counts) != 1 || counts["W a.go:1 object S at revision N is gone"] != 2 {
		t.Errorf("counted %v, error %v", counts, err)
	}
}

func TestSumMetrics_resourcesAreAddedUp(t *testing.T) {
	sums := sumMetrics([]byte(`# TYPE etcd_bookmark_counts gauge
etcd_bookmark_counts{group="",resource="pods"} 3
etcd_bookmark_counts{group="apps",resource="deployments"} 4
etcd_request_duration_seconds_count{group="",operation="get",resource="pods"} 5
process_cpu_seconds_total 9
`))

	if len(sums) != 2 || sums["etcd_bookmark_counts"] != 7 || sums[`etcd_request_duration_seconds_count{operation="get"}`] != 5 {
		t.Errorf("sums are %v", sums)
	}
	expectLines(t, missingEvidence(sums), "apiserver_watch_list_duration_seconds_count is 0", "apiserver_watch_cache_consistent_read_total")
}
