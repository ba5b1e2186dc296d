package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	scriptNamespace = "script"
	hugePayload     = 1_700_000 // exceeds etcd's default request limit
	largePayload    = 900_000
	watchQuiet      = 4 * time.Second // silence after which a watch has reported everything
)

// A Script makes the same requests in the same order each time, and prints the reproducible parts of the answers: no times, uids and
// revisions. This makes its output on two stores comparable.
type Script struct {
	client *Client
	out    io.Writer
	kind   *Kind
}

// RunScript runs the whole script, before other clients write.
func RunScript(client *Client, out io.Writer) error {
	if err := create(client, "/api/v1/namespaces", namespace(scriptNamespace)); err != nil {
		return err
	}
	s := &Script{client: client, out: out, kind: kinds[0]}
	begin := s.call("first list", http.MethodGet, "", nil, "", nil).Object().Revision()
	s.preconditions()
	s.applying()
	s.pages()
	s.selectors()
	s.removals()
	s.sizes()
	s.watches(begin)
	return nil
}

func (s *Script) say(format string, arguments ...interface{}) {
	line := fmt.Sprintf(format, arguments...)
	fmt.Fprintln(s.out, "script:", strings.ReplaceAll(line, "\n", " "))
}

// call makes a request for the named object, or for all if the name is empty, and prints its status.
func (s *Script) call(what, method, name string, query url.Values, contentType string, body Object) Answer {
	answer := s.client.Do(method, s.kind.Path(scriptNamespace, name), query, contentType, body)
	text := ""
	if answer.Outcome != Done {
		text = ", " + plain(answer.Object().Text("reason")+" "+answer.Object().Text("message"))
	}
	s.say("%s: %d%s", what, answer.Status, text)
	return answer
}

func (s *Script) object(name, write string, revision int64) Object {
	o := s.kind.Build(scriptNamespace, name, write)
	if revision > 0 {
		o["metadata"].(map[string]interface{})["resourceVersion"] = strconv.FormatInt(revision, 10)
	}
	return o
}

func (s *Script) preconditions() {
	first := s.call("create", http.MethodPost, "", nil, contentJSON, s.object("a", "1", 0)).Object().Revision()
	s.call("create again", http.MethodPost, "", nil, contentJSON, s.object("a", "2", 0))
	s.say("read is as created: %v", s.call("read", http.MethodGet, "a", nil, "", nil).Object().Revision() == first)
	second := s.call("update", http.MethodPut, "a", nil, contentJSON, s.object("a", "3", first)).Object().Revision()
	s.say("revision grew: %v", second > first)
	s.call("update of an old revision", http.MethodPut, "a", nil, contentJSON, s.object("a", "4", first))
	same := s.call("update that changes nothing", http.MethodPut, "a", nil, contentJSON, s.object("a", "3", second)).Object().Revision()
	s.say("revision stays: %v", same == second)
	s.call("update without a revision", http.MethodPut, "a", nil, contentJSON, s.object("a", "5", 0))
	s.call("update of nothing", http.MethodPut, "none", nil, contentJSON, s.object("none", "6", second))
	s.call("patch of an old revision", http.MethodPatch, "a", nil, contentMerge, s.object("a", "7", first))
	s.call("create for trial", http.MethodPost, "", url.Values{"dryRun": {"All"}}, contentJSON, s.object("trial", "8", 0))
	s.call("read what was on trial", http.MethodGet, "trial", nil, "", nil)
	old := s.call("list at an exact revision", http.MethodGet, "", exactly(first), "", nil).Object()
	for _, item := range old.Items() {
		s.say("%s had write %s", item.Key(), item.Write())
	}
	s.call("list at a revision to come", http.MethodGet, "", exactly(second+1_000_000), "", nil)
	s.call("list not older than a revision to come", http.MethodGet, "", url.Values{
		"resourceVersion": {strconv.FormatInt(second+1_000_000, 10)}, "resourceVersionMatch": {"NotOlderThan"}}, "", nil)
}

func exactly(revision int64) url.Values {
	return url.Values{"resourceVersion": {strconv.FormatInt(revision, 10)}, "resourceVersionMatch": {"Exact"}}
}

func (s *Script) applying() {
	one, other := url.Values{"fieldManager": {"one"}}, url.Values{"fieldManager": {"other"}}
	s.call("apply", http.MethodPatch, "b", one, contentApply, s.object("b", "1", 0))
	s.call("apply another's field", http.MethodPatch, "b", other, contentApply, s.object("b", "2", 0))
	other.Set("force", "true")
	s.call("apply it by force", http.MethodPatch, "b", other, contentApply, s.object("b", "2", 0))
}

func (s *Script) pages() {
	for i := 0; i < 8; i++ {
		s.call("create for pages", http.MethodPost, "", nil, contentJSON, s.object(fmt.Sprintf("page-%d", i), "1", 0))
	}
	query := url.Values{"limit": {"4"}}
	var revision int64
	for {
		list := s.call("page", http.MethodGet, "", query, "", nil).Object()
		var names []string
		for _, item := range list.Items() {
			names = append(names, item.Text("metadata", "name"))
		}
		s.say("%s, remaining %v, of the first revision: %v", strings.Join(names, " "),
			list.At("metadata", "remainingItemCount"), revision == 0 || revision == list.Revision())
		revision = list.Revision()
		token := list.Text("metadata", "continue")
		if token == "" {
			return
		}
		query.Set("continue", token)
		s.call("create between pages", http.MethodPost, "", nil, contentJSON, s.object("page-0-"+strconv.Itoa(len(names)), "1", 0))
		s.call("remove it", http.MethodDelete, "page-0-"+strconv.Itoa(len(names)), nil, "", nil)
	}
}

func (s *Script) selectors() {
	labelled := s.object("labelled", "1", 0)
	labelled["metadata"].(map[string]interface{})["labels"] = map[string]interface{}{"colour": "red"}
	s.call("create with a label", http.MethodPost, "", nil, contentJSON, labelled)
	for _, query := range []url.Values{
		{"labelSelector": {"colour=red"}}, {"labelSelector": {"colour=blue"}}, {"fieldSelector": {"metadata.name=a"}}} {
		s.say("%d selected", len(s.call("list", http.MethodGet, "", query, "", nil).Object().Items()))
	}
}

func (s *Script) removals() {
	held := s.object("held", "1", 0)
	held["metadata"].(map[string]interface{})["finalizers"] = []interface{}{"soak.narrows.io/hold"}
	s.call("create with a finalizer", http.MethodPost, "", nil, contentJSON, held)
	marked := s.call("remove it", http.MethodDelete, "held", nil, "", nil).Object()
	s.say("it is marked: %v", marked.Text("metadata", "deletionTimestamp") != "")
	s.call("take the finalizer away", http.MethodPatch, "held", nil, contentMerge,
		Object{"metadata": map[string]interface{}{"finalizers": nil}})
	s.call("read it", http.MethodGet, "held", nil, "", nil)
	s.call("remove another uid", http.MethodDelete, "a", nil, contentJSON, Object{"apiVersion": "v1", "kind": "DeleteOptions",
		"preconditions": map[string]interface{}{"uid": "00000000-0000-0000-0000-000000000000"}})
	s.call("remove", http.MethodDelete, "a", nil, "", nil)
	s.call("remove again", http.MethodDelete, "a", nil, "", nil)
	s.call("remove those with a label", http.MethodDelete, "", url.Values{"labelSelector": {"colour=red"}}, "", nil)
	s.call("read one of them", http.MethodGet, "labelled", nil, "", nil)
}

// sizes creates objects near the store's request limit.
func (s *Script) sizes() {
	widgets := &Script{client: s.client, out: s.out, kind: kinds[4]}
	for _, size := range []int{largePayload, hugePayload} {
		object := widgets.object("large", "1", 0)
		object["spec"] = map[string]interface{}{"payload": strings.Repeat("x", size)}
		widgets.call(fmt.Sprintf("create with %d bytes", size), http.MethodPost, "", nil, contentJSON, object)
		found := widgets.call("read it", http.MethodGet, "large", nil, "", nil).Object()
		s.say("%d bytes are there", len(found.Text("spec", "payload")))
		widgets.call("remove it", http.MethodDelete, "large", nil, "", nil)
	}
}

// watches reads all changes of the script from watches, and lists the objects as a stream.
func (s *Script) watches(begin int64) {
	s.watch("from the begin", url.Values{"resourceVersion": {strconv.FormatInt(begin, 10)}})
	s.watch("from the first revision of the store", url.Values{"resourceVersion": {"1"}})
	s.watch("with a list", url.Values{
		"sendInitialEvents": {"true"}, "resourceVersionMatch": {"NotOlderThan"}, "allowWatchBookmarks": {"true"}})
}

// watch prints events until no more arrive.
func (s *Script) watch(what string, query url.Values) {
	query.Set("watch", "true")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	quiet := time.AfterFunc(watchQuiet, cancel)
	response, err := s.client.Stream(ctx, s.kind.Path(scriptNamespace, ""), query)
	if err != nil {
		s.say("watch %s: %v", what, err)
		return
	}
	defer response.Body.Close()
	s.say("watch %s: %d", what, response.StatusCode)
	var last int64
	for decoder := json.NewDecoder(response.Body); ; {
		var event struct {
			Type   string
			Object Object
		}
		if decoder.Decode(&event) != nil {
			return
		}
		quiet.Reset(watchQuiet)
		o := event.Object
		s.say("watch %s: %s %s %s %s, later: %v", what, event.Type, o.Text("metadata", "name"), o.Write(),
			plain(o.Text("message")), o.Revision() > last)
		last = o.Revision()
	}
}
