package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

var errMembersDiffer = errors.New("members have different keys")

// requireEqualHashes asks every member for the hash of its keys at a revision, and retries while a member has not applied the revision or a
// compaction.
func requireEqualHashes(ctx context.Context, endpoints []string, revision int64) error {
	c, err := clientv3.New(clientv3.Config{Endpoints: endpoints, Logger: zap.NewNop()})
	if err != nil {
		return err
	}
	defer c.Close()
	for {
		hashes, err := hashes(ctx, c, endpoints, revision)
		if err == nil && len(hashes) == 1 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w at revision %d: %v, %v", errMembersDiffer, revision, hashes, err)
		case <-time.After(attemptPeriod):
		}
	}
}

// hashes returns the members with each hash, numbered from 1.
func hashes(ctx context.Context, c *clientv3.Client, endpoints []string, revision int64) (map[string][]int, error) {
	found := map[string][]int{}
	for i, endpoint := range endpoints {
		attempt, cancel := context.WithTimeout(ctx, endLimit/10)
		answer, err := c.HashKV(attempt, endpoint, revision)
		cancel()
		if err != nil {
			return found, fmt.Errorf("member %d: %w", i+1, err)
		}
		hash := fmt.Sprintf("%08x compacted at %d", answer.Hash, answer.CompactRevision)
		found[hash] = append(found[hash], i+1)
	}
	return found, nil
}
