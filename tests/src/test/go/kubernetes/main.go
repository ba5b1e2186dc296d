// Command kubernetes loads a Kubernetes API server and judges its answers, compares the logs of two API servers, and measures how fast an API
// server answers.
//
//	kubernetes load -server https://10.77.0.4:6443 -token TOKEN -control 10.77.0.4:9000 -seed 7
//	kubernetes kinds LOG
//	kubernetes rates -server https://10.77.0.4:6443 -token TOKEN -request update -for 20s
//	kubernetes await-write -server https://10.77.0.4:6443 -token TOKEN
//
// The load runs until a request to the path /end of the control address. Until then, / returns the numbers of requests that took effect,
// were refused and had no answer, and /ready the status of the API server's /readyz. At the end it prints what it did, then the violations,
// and exits with 1 if there are any. The others end on their own: rates prints one line of figures, and await-write nothing.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
)

const commands = "load, kinds, rates or await-write"

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "no command, expected "+commands)
		os.Exit(2)
	}
	switch os.Args[1] {
	case "load":
		os.Exit(load(os.Args[2:]))
	case "kinds":
		os.Exit(printKinds(os.Args[2:]))
	case "rates":
		os.Exit(measureRates(os.Args[2:]))
	case "await-write":
		os.Exit(awaitWrite(os.Args[2:]))
	default:
		fmt.Fprintf(os.Stderr, "unknown command %s, expected %s\n", os.Args[1], commands)
		os.Exit(2)
	}
}

func load(arguments []string) int {
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	server := flags.String("server", "", "URL of the API server")
	token := flags.String("token", "", "bearer token of an administrator")
	control := flags.String("control", "", "address for counts and the end")
	seed := flags.Int64("seed", 1, "of the load")
	_ = flags.Parse(arguments)
	client, ledger := NewClient(*server, *token), NewLedger()
	ctx, end := context.WithCancel(context.Background())
	serve(*control, client, ledger, end)
	load, err := NewLoad(client, ledger, *seed, os.Stdout)
	if err != nil {
		fmt.Println("refused:", err)
		return 1
	}
	problems := load.Run(ctx, os.Stdout)
	problems = append(problems, printEvidence(client, os.Stdout)...)
	fmt.Printf("operations %d %d %d\n", ledger.Counts(Done), ledger.Counts(Refused), ledger.Counts(Unknown))
	for _, problem := range problems {
		fmt.Println("refused:", problem)
	}
	if len(problems) > 0 {
		return 1
	}
	fmt.Println("accepted")
	return 0
}

// serve answers the requests that control the load.
func serve(address string, client *Client, ledger *Ledger, end func()) {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%d %d %d\n", ledger.Counts(Done), ledger.Counts(Refused), ledger.Counts(Unknown))
	})
	mux.HandleFunc("/ready", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, client.Get("/readyz", nil).Status)
	})
	mux.HandleFunc("/end", func(w http.ResponseWriter, r *http.Request) { end() })
	go func() {
		if err := http.ListenAndServe(address, mux); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}()
}
