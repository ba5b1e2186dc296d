package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"go.uber.org/zap"

	"go.etcd.io/etcd/tests/v3/robustness/model"
	"go.etcd.io/etcd/tests/v3/robustness/report"
	"go.etcd.io/etcd/tests/v3/robustness/validate"
)

// judge validates the results of a round in a directory against the past from the members' watches, and again against the members'
// write-ahead logs if they are there.
func judge(logger *zap.Logger, out io.Writer, directory string, limit time.Duration) (int, error) {
	reports, err := report.LoadClientReports(directory)
	if err != nil {
		return failed, err
	}
	detail, err := report.LoadTrafficDetail(directory)
	if err != nil {
		return failed, err
	}
	told, err := readPast(filepath.Join(directory, pastFile))
	if err != nil {
		return failed, err
	}
	if len(told.Differences) > 0 {
		fmt.Fprintf(out, "REFUSED: members tell different pasts, %d times: %s\n", len(told.Differences), told.Differences[0])
		return refused, nil
	}
	requests, err := told.persisted()
	if err != nil {
		return failed, err
	}
	config := validate.Config{ExpectRevisionUnique: detail.ExpectUniqueRevision}
	code := verdict(out, "watches", validation(logger, config, settle(reports, told), requests, limit), len(requests))
	logs, err := filepath.Glob(filepath.Join(directory, "server-*"))
	if err != nil || len(logs) == 0 || code != accepted {
		return code, err
	}
	// The logs also have deletions without effect, so none may be omitted from the reports.
	requests, err = report.LoadClusterPersistedRequests(logger, directory)
	if err != nil {
		return failed, err
	}
	return verdict(out, "logs", validation(logger, config, reports, requests, limit), len(requests)), nil
}

// validation runs the validation of etcd's robustness tests; it changes neither reports nor requests.
func validation(logger *zap.Logger, config validate.Config, reports []report.ClientReport, requests []model.EtcdRequest, limit time.Duration) validate.RobustnessResult {
	return validate.ValidateAndReturnVisualize(logger, config, reports, requests, limit)
}

func verdict(out io.Writer, source string, result validate.RobustnessResult, requests int) int {
	err := result.Error()
	switch {
	case err == nil:
		fmt.Fprintf(out, "ACCEPTED by %s: %d requests\n", source, requests)
		return accepted
	case result.Assumptions.Error() == nil && (result.Linearization.Status == validate.Timeout || result.Linearization.Status == validate.DeadlineExceeded):
		fmt.Fprintf(out, "UNDECIDED by %s: %v\n", source, err)
		return undecided
	case errors.Is(err, validate.ErrNotEmptyDatabase):
		fmt.Fprintf(out, "UNDECIDED by %s: %v\n", source, err)
		return undecided
	default:
		fmt.Fprintf(out, "REFUSED by %s: %v\n", source, err)
		return refused
	}
}
