package main

import (
	"github.com/anishathalye/porcupine"

	"go.etcd.io/etcd/tests/v3/robustness/model"
	"go.etcd.io/etcd/tests/v3/robustness/report"
)

// version identifies a version of a key by the revision that made it.
type version struct {
	key      string
	revision int64
}

// settle omits deletions without an answer that, by the past, had no effect: each deletes one version of a key, which was never deleted, or
// was deleted by an answered deletion. The validation can determine the outcome of such a deletion only if it is the only one of its key;
// each further one doubles the number of states to search.
func settle(reports []report.ClientReport, told *past) []report.ClientReport {
	deleted := told.deletedVersions()
	for _, r := range reports {
		for _, o := range r.KeyValue {
			if v, conditional := deletes(o); conditional && succeeded(o) {
				delete(deleted, v)
			}
		}
	}
	settled := make([]report.ClientReport, 0, len(reports))
	for _, r := range reports {
		operations := make([]porcupine.Operation, 0, len(r.KeyValue))
		for _, o := range r.KeyValue {
			v, conditional := deletes(o)
			if !conditional || o.Output.(model.MaybeEtcdResponse).Error == "" || deleted[v] {
				operations = append(operations, o)
			}
		}
		r.KeyValue = operations
		settled = append(settled, r)
	}
	return settled
}

// deletes returns the version that an operation deletes, if it is a transaction that does nothing else.
func deletes(o porcupine.Operation) (version, bool) {
	txn := o.Input.(model.EtcdRequest).Txn
	if txn == nil || len(txn.Conditions) != 1 || len(txn.OperationsOnSuccess) != 1 || !readsOnly(txn.OperationsOnFailure) {
		return version{}, false
	}
	condition, operation := txn.Conditions[0], txn.OperationsOnSuccess[0]
	if operation.Type != model.DeleteOperation || operation.Delete.Key != condition.Key || condition.ExpectedRevision == 0 {
		return version{}, false
	}
	return version{key: condition.Key, revision: condition.ExpectedRevision}, true
}

func readsOnly(operations []model.EtcdOperation) bool {
	for _, operation := range operations {
		if operation.Type != model.RangeOperation {
			return false
		}
	}
	return true
}

func succeeded(o porcupine.Operation) bool {
	response := o.Output.(model.MaybeEtcdResponse)
	return response.Error == "" && response.Txn != nil && !response.Txn.Failure
}

// deletedVersions returns the versions that a deletion ended.
func (p *past) deletedVersions() map[version]bool {
	deleted := map[version]bool{}
	latest := map[string]int64{}
	for revision := int64(firstRevision); ; revision++ {
		changes, found := p.Changes[revision]
		if !found {
			return deleted
		}
		for _, change := range changes {
			if change.Type == model.DeleteOperation {
				deleted[version{key: change.Key, revision: latest[change.Key]}] = true
			} else {
				latest[change.Key] = revision
			}
		}
	}
}
