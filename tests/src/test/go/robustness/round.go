package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"go.etcd.io/etcd/tests/v3/robustness/client"
	"go.etcd.io/etcd/tests/v3/robustness/identity"
	"go.etcd.io/etcd/tests/v3/robustness/report"
	"go.etcd.io/etcd/tests/v3/robustness/traffic"
)

const (
	// endLimit is the time for the members to answer the last write and report all revisions once nothing fails any more.
	endLimit      = 90 * time.Second
	pastFile      = "past.json"
	attemptPeriod = 200 * time.Millisecond
)

// round is one run of the traffic, with its records.
type round struct {
	logger    *zap.Logger
	endpoints []string
	traffic   traffic.Traffic
	profile   traffic.Profile
	clients   *client.ClientSet // of the traffic
	watchers  *client.ClientSet // of the recorder
	recorder  *recorder
}

func newRound(logger *zap.Logger, endpoints []string, kind string, timeout time.Duration) (*round, error) {
	r := &round{logger: logger, endpoints: endpoints}
	r.profile = traffic.Profile{KeyValue: &traffic.KeyValueMedium, Watch: &traffic.WatchDefault}
	switch kind {
	case "kubernetes":
		r.traffic = traffic.Kubernetes
	case "kubernetes-create-delete":
		r.traffic = traffic.KubernetesCreateDelete
	case "etcd":
		r.traffic = traffic.EtcdPut
	default:
		return nil, fmt.Errorf("no traffic %s (expected: kubernetes, kubernetes-create-delete or etcd)", kind)
	}
	if kind != "etcd" {
		r.profile.Compaction = &traffic.CompactionDefault
	}
	traffic.RequestTimeout = timeout
	ids, begin := identity.NewIDProvider(), time.Now()
	r.clients = client.NewSet(ids, begin)
	r.watchers = client.NewSet(ids, begin)
	return r, nil
}

// run continues until it is stopped; then it waits until every member has reported everything.
func (r *round) run(ctx context.Context, end <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := traffic.CheckEmptyDatabaseAtStart(ctx, r.logger, r.endpoints, r.clients); err != nil {
		return err
	}
	var err error
	if r.recorder, err = record(ctx, r.watchers, r.endpoints); err != nil {
		return err
	}
	if err := r.simulate(ctx, end); err != nil {
		return err
	}
	ctx, cancelEnd := context.WithTimeout(ctx, endLimit)
	defer cancelEnd()
	last, err := r.writeLast(ctx)
	if err != nil {
		return fmt.Errorf("no last write: %w", err)
	}
	if err := r.recorder.await(ctx, last); err != nil {
		return fmt.Errorf("members told only up to %v of %d: %w", r.recorder.past.Told, last, err)
	}
	return requireEqualHashes(ctx, r.endpoints, last)
}

func (r *round) simulate(ctx context.Context, end <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	begin := time.Since(r.clients.BaseTime())
	limiter := rate.NewLimiter(rate.Limit(r.profile.KeyValue.MaximalQPS), r.profile.KeyValue.BurstableQPS)
	keys, storage := traffic.NewKeyStore(10, "key"), traffic.NewKubernetesStorage()
	finish := make(chan struct{})
	recorded := recordedTraffic{Traffic: r.traffic, recorder: r.recorder}
	var clients sync.WaitGroup
	err := errors.Join(
		traffic.SimulateKeyValueTraffic(ctx, &clients, r.profile.KeyValue, r.endpoints, r.clients, recorded, traffic.RunTrafficLoopParam{
			QPSLimiter:                         limiter,
			IDs:                                r.clients.IdentityProvider(),
			LeaseIDStorage:                     identity.NewLeaseIDStorage(),
			NonUniqueRequestConcurrencyLimiter: traffic.NewConcurrencyLimiter(r.profile.KeyValue.MaxNonUniqueRequestConcurrency),
			KeyStore:                           keys,
			Storage:                            storage,
			Finish:                             finish,
		}),
		traffic.SimulateWatchTraffic(ctx, &clients, r.profile.Watch, r.endpoints, r.clients, recorded, traffic.RunWatchLoopParam{
			Config:     *r.profile.Watch,
			QPSLimiter: limiter,
			KeyStore:   keys,
			Storage:    storage,
			Finish:     finish,
			Logger:     r.logger,
		}))
	if r.profile.Compaction != nil {
		err = errors.Join(err, traffic.SimulateCompactionTraffic(ctx, &clients, r.profile.Compaction, r.endpoints, r.clients, recorded,
			traffic.RunCompactLoopParam{Period: r.profile.Compaction.Period, Finish: finish}))
	}
	if err != nil {
		return err
	}
	fmt.Println("traffic begins")
	<-end
	close(finish)
	ended := make(chan struct{})
	go func() {
		clients.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(endLimit):
		return errors.New("a client got no answer when nothing failed any more")
	}
	r.printFigures(begin, time.Since(r.clients.BaseTime()))
	return nil
}

// writeLast writes to any member until a write is answered, as the validation needs a known end. Each attempt writes another value.
func (r *round) writeLast(ctx context.Context) (int64, error) {
	c, err := r.watchers.NewClient(r.endpoints)
	if err != nil {
		return 0, err
	}
	for {
		attempt, cancel := context.WithTimeout(ctx, endLimit/10)
		response, err := c.Put(attempt, "tombstone", fmt.Sprint(r.clients.IdentityProvider().NewRequestID()))
		cancel()
		if err == nil {
			return response.Header.Revision, nil
		}
		select {
		case <-ctx.Done():
			return 0, err
		case <-time.After(attemptPeriod):
		}
	}
}

// save writes all records; recording stops.
func (r *round) save(directory string, data map[string]string) error {
	reports := slices.Concat(r.clients.Reports(), r.watchers.Reports())
	detail := report.TrafficDetail{ExpectUniqueRevision: r.traffic.ExpectUniqueRevision()}
	saved, err := report.NewTestReport(zap.NewNop(), directory, data, &detail)
	if err != nil {
		return err
	}
	saved.SetClientReports(reports)
	if err := saved.SaveEtcdData(); err != nil || r.recorder == nil {
		return err
	}
	r.recorder.done.Wait()
	return r.recorder.past.write(filepath.Join(directory, pastFile))
}
