// Command linearizability decides whether a history of concurrent operations on the keys of a store is linearizable. It uses
// porcupine: github.com/anishathalye/porcupine.
//
//	linearizability [-limit 60s] [FILE]
//
// A history has one operation per line, as JSON; see type operation. The command prints OK and exits with 0, or prints a
// small part of the history that is refused by itself and exits with 1. It exits with 2 if it cannot read the history, and
// with 3 if it has not decided within the limit.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

func main() {
	limit := flag.Duration("limit", time.Minute, "how long it may take to decide")
	flag.Parse()
	os.Exit(run(flag.Args(), *limit, os.Stdin, os.Stdout, os.Stderr))
}

func run(files []string, limit time.Duration, in io.Reader, out, problems io.Writer) int {
	if len(files) > 1 {
		fmt.Fprintf(problems, "%d files, expected one, or none for standard input\n", len(files))
		return 2
	}
	if len(files) == 1 {
		file, err := os.Open(files[0])
		if err != nil {
			fmt.Fprintln(problems, err)
			return 2
		}
		defer file.Close()
		in = file
	}
	history, err := readHistory(in)
	if err != nil {
		fmt.Fprintln(problems, err)
		return 2
	}
	verdict := check(history, limit)
	verdict.print(out, len(history))
	return map[porcupine.CheckResult]int{porcupine.Ok: 0, porcupine.Illegal: 1, porcupine.Unknown: 3}[verdict.result]
}

func (v verdict) print(out io.Writer, operations int) {
	switch v.result {
	case porcupine.Ok:
		fmt.Fprintf(out, "OK: %d operations\n", operations)
	case porcupine.Unknown:
		fmt.Fprintf(out, "UNDECIDED: %s\n", v.reason)
	case porcupine.Illegal:
		fmt.Fprintf(out, "REFUSED: %s (%d operations of %d)\n", v.reason, len(v.part), operations)
		sort.SliceStable(v.part, func(i, j int) bool { return v.part[i].Call < v.part[j].Call })
		for _, o := range v.part {
			fmt.Fprintf(out, "  line %d, client %d, from %d to %d: %v\n", o.line, o.Client, o.Call, o.Return, o)
		}
		for _, other := range v.others {
			other.print(out, operations)
		}
	}
}
