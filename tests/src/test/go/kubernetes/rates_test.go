package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeServer keeps objects by path, and refuses updates of another revision.
type fakeServer struct {
	mu       sync.Mutex
	revision int64
	objects  map[string]Object
}

func (f *fakeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch r.Method {
	case http.MethodGet:
		f.get(w, r.URL.Path)
	case http.MethodPost:
		object := decode(r)
		f.put(w, r.URL.Path+"/"+object.Text("metadata", "name"), object)
	case http.MethodPut:
		object := decode(r)
		if object.Revision() != f.objects[r.URL.Path].Revision() {
			w.WriteHeader(http.StatusConflict)
			return
		}
		f.put(w, r.URL.Path, object)
	}
}

func (f *fakeServer) get(w http.ResponseWriter, path string) {
	if object, ok := f.objects[path]; ok {
		_ = json.NewEncoder(w).Encode(object)
		return
	}
	items := []Object{}
	for name, object := range f.objects {
		if strings.HasPrefix(name, path+"/") {
			items = append(items, object)
		}
	}
	_ = json.NewEncoder(w).Encode(Object{"items": items})
}

func (f *fakeServer) put(w http.ResponseWriter, path string, object Object) {
	f.revision++
	object["metadata"].(map[string]interface{})["resourceVersion"] = fmt.Sprint(f.revision)
	f.objects[path] = object
	_ = json.NewEncoder(w).Encode(object)
}

func decode(r *http.Request) Object {
	var object Object
	_ = json.NewDecoder(r.Body).Decode(&object)
	return object
}

func ratesOf(t *testing.T, handler http.Handler) *Rates {
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	rates := &Rates{namespace: "n", objects: 25, limit: time.Nanosecond} // over at once: one request of each client
	for i := 0; i < 3; i++ {
		rates.clients = append(rates.clients, NewClient(server.URL, "token"))
	}
	return rates
}

func TestEachRequestTakesEffect(t *testing.T) {
	server := &fakeServer{objects: map[string]Object{}}
	rates := ratesOf(t, server)
	for _, request := range []string{"create", "update", "renew", "get"} {
		figures, err := rates.of(request)
		expectNone(t, err)
		expected := len(rates.clients)
		if request == "create" {
			expected = 25
		}
		if len(figures.latencies) != expected || figures.failed > 0 {
			t.Errorf("%s: %s, expected %d requests", request, figures, expected)
		}
	}
	if len(server.objects) != 1+25+3 {
		t.Errorf("%d objects, expected a namespace, 25 ConfigMaps and 3 Leases", len(server.objects))
	}
}

func TestRefusedRequestsAreCountedAsFailed(t *testing.T) {
	server := &fakeServer{objects: map[string]Object{}}
	rates := ratesOf(t, server)
	rates.objects = 3
	if _, err := rates.of("create"); err != nil {
		t.Fatal(err)
	}
	figures := rates.measure(3, func(client *Client, number int) Answer {
		return client.Do(http.MethodPut, kinds[0].Path("n", objectName(number)), nil, contentJSON,
			kinds[0].Build("n", objectName(number), "write"))
	})
	if len(figures.latencies) > 0 || figures.failed != len(rates.clients) || !strings.Contains(figures.String(), "last failure: 409") {
		t.Errorf("expected failures: %s", figures)
	}
}

func TestUpdateWithoutObjectsIsAnError(t *testing.T) {
	if _, err := ratesOf(t, &fakeServer{objects: map[string]Object{}}).of("update"); err == nil {
		t.Error("expected an error")
	}
}

func TestPercentiles(t *testing.T) {
	figures := Figures{elapsed: 2 * time.Second}
	for i := 1; i <= 101; i++ {
		figures.latencies = append(figures.latencies, time.Duration(i)*time.Millisecond)
	}
	expected := "requests 101 failed 0 seconds 2.000000 p50 0.051000 p99 0.100000"
	if figures.String() != expected {
		t.Errorf("%s, expected %s", figures, expected)
	}
}

func TestFirstDoneSkipsFailuresAndHangs(t *testing.T) {
	attempts := make(chan int, 3)
	for i := 1; i <= 3; i++ {
		attempts <- i
	}
	hang := make(chan struct{})
	defer close(hang)
	answer, ok := firstDone(time.Minute, func() Answer {
		switch <-attempts {
		case 1:
			<-hang
			return Answer{Outcome: Unknown}
		case 2:
			return Answer{Outcome: Refused}
		default:
			return Answer{Outcome: Done, Status: 200}
		}
	})
	if !ok || answer.Status != 200 {
		t.Errorf("expected the third answer, got %s", answer)
	}
}
