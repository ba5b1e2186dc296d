package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// evidence lists the API server's metrics that show how it uses its store.
var evidence = []string{
	"apiserver_watch_list_duration_seconds_count",
	"apiserver_watch_cache_consistent_read_total",
	"etcd_request_duration_seconds_count",
	"etcd_request_errors_total",
	"etcd_bookmark_counts",
}

// required lists the metrics that are 0 unless the API server streams lists, serves consistent lists from its cache, and receives progress
// notifications of its watches, as it does with etcd 3.5.13 and newer.
var required = []string{
	"apiserver_watch_list_duration_seconds_count",
	`apiserver_watch_cache_consistent_read_total{fallback="false",success="true"}`,
	"etcd_bookmark_counts",
}

// printEvidence prints the metrics, summed over resources, and returns the required ones that are missing.
func printEvidence(client *Client, out io.Writer) []string {
	answer := client.Get("/metrics", nil)
	if answer.Outcome != Done {
		return []string{"no metrics: " + answer.String()}
	}
	sums := sumMetrics(answer.Body)
	var names []string
	for name := range sums {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(out, "metric %s %.0f\n", name, sums[name])
	}
	return missingEvidence(sums)
}

func missingEvidence(sums map[string]float64) []string {
	var missing []string
	for _, name := range required {
		if sums[name] == 0 {
			missing = append(missing, "the API server does without what the store offers: "+name+" is 0")
		}
	}
	return missing
}

// sumMetrics adds up samples that differ only in their group and resource.
func sumMetrics(text []byte) map[string]float64 {
	sums := map[string]float64{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		for _, name := range evidence {
			if !strings.HasPrefix(line, name) {
				continue
			}
			split := strings.LastIndexByte(line, ' ')
			value, err := strconv.ParseFloat(line[split+1:], 64)
			if err == nil {
				sums[withoutResource(line[:split])] += value
			}
		}
	}
	return sums
}

func withoutResource(sample string) string {
	begin := strings.IndexByte(sample, '{')
	if begin < 0 {
		return sample
	}
	var kept []string
	for _, label := range strings.Split(strings.Trim(sample[begin:], "{}"), ",") {
		name, _, _ := strings.Cut(label, "=")
		if name != "group" && name != "resource" && name != "version" && name != "scope" {
			kept = append(kept, label)
		}
	}
	if len(kept) == 0 {
		return sample[:begin]
	}
	return sample[:begin] + "{" + strings.Join(kept, ",") + "}"
}
