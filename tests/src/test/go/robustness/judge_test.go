package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/tests/v3/robustness/identity"
	"go.etcd.io/etcd/tests/v3/robustness/model"
	"go.etcd.io/etcd/tests/v3/robustness/report"
)

const judgeLimit = 10 * time.Second

// clientOf records the responses to one client: an empty store, two writes of key a at revisions 2 and 3, and the test's additions.
func clientOf(more func(history *model.AppendableHistory)) report.ClientReport {
	history := model.NewAppendableHistory(identity.NewIDProvider())
	history.AppendRange("a", "", 0, 0, false, 1, 2, found(1), nil)
	history.AppendPut("a", "1", 3, 4, &clientv3.PutResponse{Header: header(2)}, nil)
	history.AppendPut("a", "2", 5, 6, &clientv3.PutResponse{Header: header(3)}, nil)
	more(history)
	return report.ClientReport{ClientID: 1, KeyValue: history.Operations()}
}

func header(revision int64) *etcdserverpb.ResponseHeader {
	return &etcdserverpb.ResponseHeader{Revision: revision}
}

func found(revision int64, values ...*mvccpb.KeyValue) *clientv3.GetResponse {
	return &clientv3.GetResponse{Header: header(revision), Kvs: values, Count: int64(len(values))}
}

func value(text string, revision, version int64) *mvccpb.KeyValue {
	return &mvccpb.KeyValue{Key: []byte("a"), Value: []byte(text), ModRevision: revision, Version: version}
}

// twoWrites is the past of clientOf's two writes.
func twoWrites() *past {
	p := newPast(1)
	p.tell(0, 2, []model.Event{put("a", "1")})
	p.tell(0, 3, []model.Event{put("a", "2")})
	return p
}

func judged(t *testing.T, p *past, client report.ClientReport) (int, string) {
	t.Helper()
	directory := filepath.Join(t.TempDir(), "report")
	saved, err := report.NewTestReport(zap.NewNop(), directory, nil, &report.TrafficDetail{ExpectUniqueRevision: true})
	if err != nil {
		t.Fatal(err)
	}
	saved.SetClientReports([]report.ClientReport{client})
	if err := errors.Join(saved.SaveEtcdData(), p.write(filepath.Join(directory, pastFile))); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	code, err := judge(zap.NewNop(), &out, directory, judgeLimit)
	if err != nil {
		t.Fatal(err)
	}
	return code, out.String()
}

func requireVerdict(t *testing.T, p *past, client report.ClientReport, wantCode int, wantText string) {
	t.Helper()
	code, text := judged(t, p, client)
	if code != wantCode || !strings.Contains(text, wantText) {
		t.Errorf("got %d, %s, want %d, %s", code, text, wantCode, wantText)
	}
}

func TestTrueAnswersAreAccepted(t *testing.T) {
	client := clientOf(func(history *model.AppendableHistory) {
		history.AppendRange("a", "", 0, 0, false, 7, 8, found(3, value("2", 3, 2)), nil)
	})

	requireVerdict(t, twoWrites(), client, accepted, "ACCEPTED")
}

func TestStaleReadIsRefused(t *testing.T) {
	client := clientOf(func(history *model.AppendableHistory) {
		history.AppendRange("a", "", 0, 0, false, 7, 8, found(2, value("1", 2, 1)), nil)
	})

	requireVerdict(t, twoWrites(), client, refused, "linearization")
}

func TestWrongReadOfAnOldRevisionIsRefused(t *testing.T) {
	client := clientOf(func(history *model.AppendableHistory) {
		history.AppendRange("a", "", 2, 0, false, 7, 8, found(3, value("2", 3, 2)), nil)
	})

	requireVerdict(t, twoWrites(), client, refused, "serializable")
}

func TestWatchThatLosesAnEventIsRefused(t *testing.T) {
	client := clientOf(func(*model.AppendableHistory) {})
	told := model.WatchEvent{PersistedEvent: model.PersistedEvent{Event: put("a", "2"), Revision: 3}}
	client.Watch = []model.WatchOperation{{
		Request:   model.WatchRequest{Key: "a", Revision: 2},
		Responses: []model.WatchResponse{{Revision: 3, Events: []model.WatchEvent{told}}},
	}}

	requireVerdict(t, twoWrites(), client, refused, "watch")
}

// A write without an answer that no member reports cannot have been seen.
func TestReadOfAWriteThatNoWatchToldIsRefused(t *testing.T) {
	client := clientOf(func(history *model.AppendableHistory) {
		history.AppendPut("a", "3", 7, 8, nil, errors.New("timeout"))
		history.AppendRange("a", "", 0, 0, false, 9, 10, found(4, value("3", 4, 3)), nil)
	})

	requireVerdict(t, twoWrites(), client, refused, "linearization")
}

// A write without an answer that members report took effect.
func TestWriteWithoutAnAnswerIsDoneIfAWatchToldIt(t *testing.T) {
	p := twoWrites()
	p.tell(0, 4, []model.Event{put("a", "3")})
	client := clientOf(func(history *model.AppendableHistory) {
		history.AppendPut("a", "3", 7, 8, nil, errors.New("timeout"))
		history.AppendRange("a", "", 0, 0, false, 9, 10, found(4, value("3", 4, 3)), nil)
	})

	requireVerdict(t, p, client, accepted, "ACCEPTED")
}

func TestMembersThatTellDifferentPastsAreRefused(t *testing.T) {
	p := twoWrites()
	p.tell(0, 3, []model.Event{put("a", "other")})

	requireVerdict(t, p, clientOf(func(*model.AppendableHistory) {}), refused, "different pasts")
}
