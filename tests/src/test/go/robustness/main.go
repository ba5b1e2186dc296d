// Command robustness runs the traffic of etcd's own robustness tests on the members of a store, and judges the results by those tests'
// validation: go.etcd.io/etcd/tests/v3/robustness, used as a library.
//
//	robustness run -endpoints A:2379,B:2379,C:2379 [-traffic kubernetes] [-timeout 200ms] [-data NAME=DIRECTORY,...] DIRECTORY
//	robustness judge [-limit 2m] DIRECTORY
//
// run needs an empty store and continues until its standard input ends; by then all members must be healthy. It saves in DIRECTORY each
// client's requests, responses and watch events, and the past from the members' watches. With -data it also copies the members'
// directories. judge prints ACCEPTED, or REFUSED with a reason, and exits with 0 or 1; it exits with 2 if it cannot read the directory, and
// with 3 if it has not decided within the limit.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"go.uber.org/zap"
)

const (
	accepted  = 0
	refused   = 1
	failed    = 2
	undecided = 3
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "robustness: run or judge expected")
		os.Exit(failed)
	}
	logger, err := zap.NewDevelopment()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(failed)
	}
	code := failed
	switch os.Args[1] {
	case "run":
		code, err = runCommand(logger, os.Args[2:])
	case "judge":
		code, err = judgeCommand(logger, os.Args[2:])
	default:
		err = fmt.Errorf("no command %s (expected: run or judge)", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "robustness:", err)
	}
	os.Exit(code)
}

func runCommand(logger *zap.Logger, args []string) (int, error) {
	flags := flag.NewFlagSet("run", flag.ExitOnError)
	endpoints := flags.String("endpoints", "", "where clients reach the members, with commas between them")
	kind := flags.String("traffic", "kubernetes", "kubernetes, kubernetes-create-delete or etcd")
	timeout := flags.Duration("timeout", 200*time.Millisecond, "how long clients wait for an answer")
	data := flags.String("data", "", "NAME=DIRECTORY of each member whose write-ahead log is to be kept, with commas between them")
	flags.Parse(args)
	if flags.NArg() != 1 || *endpoints == "" {
		return failed, fmt.Errorf("run needs -endpoints and a directory")
	}
	directories, err := namedDirectories(*data)
	if err != nil {
		return failed, err
	}
	r, err := newRound(logger, strings.Split(*endpoints, ","), *kind, *timeout)
	if err != nil {
		return failed, err
	}
	err = r.run(context.Background(), untilEnd(os.Stdin))
	code := failed
	if err == nil {
		code = accepted
	} else if errors.Is(err, errMembersDiffer) {
		code = refused
	}
	// Saves after a failure, too, as it may show the cause.
	if saving := r.save(flags.Arg(0), directories); saving != nil {
		return failed, errors.Join(err, saving)
	}
	return code, err
}

// untilEnd returns a channel that is closed at the end of the input.
func untilEnd(in io.Reader) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, in)
		close(ended)
	}()
	return ended
}

func namedDirectories(text string) (map[string]string, error) {
	directories := map[string]string{}
	for _, pair := range strings.Split(text, ",") {
		if pair == "" {
			continue
		}
		name, directory, found := strings.Cut(pair, "=")
		if !found {
			return nil, fmt.Errorf("%s is not NAME=DIRECTORY", pair)
		}
		directories[name] = directory
	}
	return directories, nil
}

func judgeCommand(logger *zap.Logger, args []string) (int, error) {
	flags := flag.NewFlagSet("judge", flag.ExitOnError)
	limit := flags.Duration("limit", 2*time.Minute, "how long it may look for an order of the operations")
	flags.Parse(args)
	if flags.NArg() != 1 {
		return failed, fmt.Errorf("judge needs a directory")
	}
	return judge(logger, os.Stdout, flags.Arg(0), *limit)
}
