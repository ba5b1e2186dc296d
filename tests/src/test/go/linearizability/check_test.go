package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

var rewrite = flag.Bool("rewrite", false, "write what is printed of each history of testdata, instead of comparing it")

// Each history of testdata has its expected output beside it; its name says whether it is good, bad or unreadable.
func TestHistories(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no histories: %v", err)
	}
	codes := map[string]int{"good": 0, "bad": 1, "unreadable": 2}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var out bytes.Buffer

			code := run([]string{file}, time.Minute, nil, &out, &out)

			if expected := codes[strings.Split(filepath.Base(file), "-")[0]]; code != expected {
				t.Errorf("exit code %d, expected %d", code, expected)
			}
			golden := strings.TrimSuffix(file, ".jsonl") + ".out"
			if *rewrite {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			expected, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if out.String() != string(expected) {
				t.Errorf("printed:\n%s\nexpected:\n%s", out.String(), expected)
			}
		})
	}
}

func TestHonestStore_isAccepted(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	for run := int64(0); run < 50; run++ {
		history := newSimulation(seed+run, 3, 6, 0).run(300)

		if verdict := check(history, time.Minute); verdict.result != porcupine.Ok {
			t.Fatalf("run %d: %s %s %v", run, verdict.result, verdict.reason, verdict.part)
		}
	}
}

// A single lie among many answers is often undetectable; a run of many is not.
func TestLyingStore_isRefused_withAPartThatIsRefusedByItself(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	for run := int64(0); run < 20; run++ {
		history := newSimulation(seed+run, 3, 6, 0.2).run(300)

		verdict := check(history, time.Minute)

		if verdict.result != porcupine.Illegal {
			t.Fatalf("run %d: %s", run, verdict.result)
		}
		if len(verdict.part) == 0 || len(verdict.part) > 20 {
			t.Errorf("run %d: a part of %d operations: %v", run, len(verdict.part), verdict.part)
		}
		if again := check(verdict.part, time.Minute); again.result != porcupine.Illegal {
			t.Errorf("run %d: the part is %s: %v", run, again.result, verdict.part)
		}
	}
}

func TestVerdictOnAKey_isThatOfAllOrders(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	refused := 0
	const runs = 3000
	for run := int64(0); run < runs; run++ {
		history := newSimulation(seed+run, 1, 3, 0.05).run(9)

		accepted := judge(history, time.Minute) == porcupine.Ok

		if accepted != explained(history) {
			t.Fatalf("run %d: accepted=%v, but an order that explains it is there: %v\n%v", run, accepted, !accepted, history)
		}
		if !accepted {
			refused++
		}
	}
	if refused < runs/20 || refused > runs*19/20 {
		t.Errorf("%d of %d were refused, so the test shows little", refused, runs)
	}
}

func TestNoTime_isNoVerdict(t *testing.T) {
	history := newSimulation(1, 1, 3, 0).run(50)

	verdict := check(history, time.Nanosecond)

	if verdict.result != porcupine.Unknown {
		t.Errorf("%s, expected no verdict", verdict.result)
	}
}
