package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"sort"
	"sync"
	"time"
)

// leaseShare is the number of objects per Lease: one for each node of a cluster, with some pods on it.
const leaseShare = 10

const afterFailure = 100 * time.Millisecond

// Rates measures requests of one kind. Each client has its own objects, and sends one request after another on its own connection.
type Rates struct {
	clients   []*Client
	namespace string
	objects   int
	limit     time.Duration // of a measurement, after which no client begins another request; 0 for one per object
}

// Figures are the results of a measurement.
type Figures struct {
	latencies []time.Duration // of requests that took effect, in ascending order
	failed    int
	failure   string // the last one
	elapsed   time.Duration
}

// measureRates is the command rates.
func measureRates(arguments []string) int {
	flags := flag.NewFlagSet("rates", flag.ExitOnError)
	server := flags.String("server", "", "URL of the API server")
	token := flags.String("token", "", "bearer token of an administrator")
	request := flags.String("request", "", "create, update, renew or get")
	namespace := flags.String("namespace", "rates", "of the objects, which create creates")
	clients := flags.Int("clients", 16, "each has one request at a time")
	objects := flags.Int("objects", 5000, "ConfigMaps in the namespace; there is a tenth as many Leases")
	limit := flags.Duration("for", 20*time.Second, "duration, except of create")
	_ = flags.Parse(arguments)
	r := &Rates{namespace: *namespace, objects: *objects, limit: *limit}
	for i := 0; i < *clients; i++ {
		r.clients = append(r.clients, NewClient(*server, *token))
	}
	figures, err := r.of(*request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(figures)
	return 0
}

// of measures requests once the API server is ready.
func (r *Rates) of(request string) (Figures, error) {
	err := await(readyLimit, func() (bool, Answer) {
		answer := r.clients[0].Get("/readyz", nil)
		return answer.Outcome == Done, answer
	})
	if err != nil {
		return Figures{}, fmt.Errorf("the API server is not ready: %w", err)
	}
	switch request {
	case "create":
		return r.creates()
	case "update":
		return r.updates()
	case "renew":
		return r.renewals()
	case "get":
		return r.measure(r.objects, func(client *Client, number int) Answer {
			return client.Get(kinds[0].Path(r.namespace, objectName(number)), nil)
		}), nil
	default:
		return Figures{}, fmt.Errorf("unknown request %q, expected create, update, renew or get", request)
	}
}

func (r *Rates) creates() (Figures, error) {
	if err := create(r.clients[0], "/api/v1/namespaces", namespace(r.namespace)); err != nil {
		return Figures{}, err
	}
	once := *r
	once.limit = 0
	return once.measure(r.objects, func(client *Client, number int) Answer {
		object := kinds[0].Build(r.namespace, objectName(number), objectName(number))
		return client.Do(http.MethodPost, kinds[0].Path(r.namespace, ""), nil, contentJSON, object)
	}), nil
}

func (r *Rates) updates() (Figures, error) {
	path := kinds[0].Path(r.namespace, "")
	return r.replaces(path, r.objects, func(number int) Object {
		return kinds[0].Build(r.namespace, objectName(number), time.Now().Format(time.RFC3339Nano))
	})
}

// renewals creates the Leases first.
func (r *Rates) renewals() (Figures, error) {
	path := "/apis/coordination.k8s.io/v1/namespaces/" + r.namespace + "/leases"
	leases := (r.objects + leaseShare - 1) / leaseShare
	for number := 0; number < leases; number++ {
		if err := create(r.clients[0], path, r.lease(number)); err != nil {
			return Figures{}, err
		}
	}
	return r.replaces(path, leases, r.lease)
}

// lease returns the Lease of a node that is renewed now, as a kubelet writes it.
func (r *Rates) lease(number int) Object {
	name := objectName(number)
	return Object{
		"apiVersion": "coordination.k8s.io/v1",
		"kind":       "Lease",
		"metadata":   map[string]interface{}{"namespace": r.namespace, "name": name},
		"spec": map[string]interface{}{
			"holderIdentity":       name,
			"leaseDurationSeconds": 40,
			"renewTime":            time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"),
		},
	}
}

// replaces measures updates that each name the revision that they replace.
func (r *Rates) replaces(path string, count int, next func(number int) Object) (Figures, error) {
	revisions, err := r.revisions(path, count)
	if err != nil {
		return Figures{}, err
	}
	return r.measure(count, func(client *Client, number int) Answer {
		object := next(number)
		object["metadata"].(map[string]interface{})["resourceVersion"] = fmt.Sprint(revisions[number])
		answer := client.Do(http.MethodPut, path+"/"+objectName(number), nil, contentJSON, object)
		if answer.Outcome == Done {
			revisions[number] = answer.Object().Revision()
		}
		return answer
	}), nil
}

// revisions lists the objects.
func (r *Rates) revisions(path string, count int) ([]int64, error) {
	answer := r.clients[0].Get(path, nil)
	if answer.Outcome != Done {
		return nil, fmt.Errorf("list %s: %s", path, answer)
	}
	byName := map[string]int64{}
	for _, item := range answer.Object().Items() {
		byName[item.Text("metadata", "name")] = item.Revision()
	}
	revisions := make([]int64, count)
	for number := range revisions {
		revisions[number] = byName[objectName(number)]
		if revisions[number] == 0 {
			return nil, fmt.Errorf("no %s in %s (expected: %d objects)", objectName(number), path, count)
		}
	}
	return revisions, nil
}

// measure sends requests for the objects below count, in turn.
func (r *Rates) measure(count int, send func(client *Client, number int) Answer) Figures {
	var all Figures
	var mu sync.Mutex
	var group sync.WaitGroup
	begin := time.Now()
	for i, client := range r.clients {
		group.Add(1)
		go func(first int, client *Client) {
			defer group.Done()
			own := r.measureOne(begin, first, count, func(number int) Answer { return send(client, number) })
			mu.Lock()
			defer mu.Unlock()
			all.add(own)
		}(i, client)
	}
	group.Wait()
	all.elapsed = time.Since(begin)
	sort.Slice(all.latencies, func(i, j int) bool { return all.latencies[i] < all.latencies[j] })
	return all
}

// measureOne sends the requests of one client: for the object first, and for each that is a multiple of the number of clients after it.
// A limit ends it after a request, so there is at least one.
func (r *Rates) measureOne(begin time.Time, first, count int, send func(number int) Answer) Figures {
	var own Figures
	for number := first; number < count; {
		start := time.Now()
		if answer := send(number); answer.Outcome == Done {
			own.latencies = append(own.latencies, time.Since(start))
		} else {
			own.failed++
			own.failure = answer.String()
			time.Sleep(afterFailure)
		}
		if r.limit > 0 && time.Since(begin) >= r.limit {
			break
		}
		number += len(r.clients)
		if number >= count && r.limit > 0 {
			number = first
		}
	}
	return own
}

func (f *Figures) add(other Figures) {
	f.latencies = append(f.latencies, other.latencies...)
	f.failed += other.failed
	if other.failure != "" {
		f.failure = other.failure
	}
}

// percentile returns a latency in seconds, 0 without any.
func (f Figures) percentile(percent int) float64 {
	if len(f.latencies) == 0 {
		return 0
	}
	return f.latencies[(len(f.latencies)-1)*percent/100].Seconds()
}

func (f Figures) String() string {
	line := fmt.Sprintf("requests %d failed %d seconds %.6f p50 %.6f p99 %.6f",
		len(f.latencies), f.failed, f.elapsed.Seconds(), f.percentile(50), f.percentile(99))
	if f.failure != "" {
		line += "\nlast failure: " + f.failure
	}
	return line
}

func objectName(number int) string {
	return fmt.Sprintf("object-%d", number)
}
