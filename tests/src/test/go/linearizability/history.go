package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// A version is what a key holds. Every write writes a value of its own, so a value has one revision for ever.
// The zero version is that of a key that is not there.
type version struct {
	Value    string `json:"value,omitempty"`
	Revision int64  `json:"revision"`
}

func (v version) String() string {
	if v.Revision == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%q@%d", v.Value, v.Revision)
}

// What became of an operation, as far as its client knows.
const (
	ok      = "ok"
	failed  = "failed"  // it did not happen and never will
	unknown = "unknown" // it may take effect at any time after its invocation, or never
)

const (
	get    = "get"
	put    = "put"
	cas    = "cas"
	remove = "delete"
	hold   = "hold"   // the renewal of the lease of a value, which was there: a read without a revision
	expire = "expire" // the end of the lease of a value, which was there no more on return; does nothing to other values
)

// An operation is one line of a history, as a JSON object. Times are nanoseconds of one clock.
type operation struct {
	Client  int    `json:"client"`
	Op      string `json:"op"`
	Key     string `json:"key"`
	Value   string `json:"value,omitempty"` // of put and cas: what is written; of expire: what ends
	Call    int64  `json:"call"`
	Return  int64  `json:"return"` // of an unknown outcome: when its client stopped waiting, which says nothing
	Outcome string `json:"outcome"`

	// Of cas: the version that is to be replaced, which its client saw earlier. Whether the store is asked to compare the
	// value or the revision is the same to the model, as neither is there without the other.
	Expected *version `json:"expected,omitempty"`

	// Of an answer.
	Revision  int64    `json:"revision,omitempty"`  // of the store, in the answer's header
	Succeeded bool     `json:"succeeded,omitempty"` // of cas
	Seen      *version `json:"seen,omitempty"`      // what was there before; put and a cas that succeeded may leave it out

	line int // where it was read
	rank int // of a settled removal without an answer: how many such of its key were invoked before it
}

// changed tells whether an answered operation made a revision.
func (o operation) changed() bool {
	switch o.Op {
	case put:
		return true
	case cas:
		return o.Succeeded
	case remove:
		return o.Seen.Revision != 0
	}
	return false
}

// ofLease tells whether the operation is one of a lease, whose answer has no revision of the key.
func (o operation) ofLease() bool { return o.Op == hold || o.Op == expire }

// writes tells whether the operation has a value to write.
func (o operation) writes() bool { return o.Op == put || o.Op == cas }

func (o operation) String() string {
	what := o.Op + " " + o.Key
	if o.Op == cas {
		what += fmt.Sprintf(" %v", *o.Expected)
	}
	if o.writes() {
		what += fmt.Sprintf(" := %q", o.Value)
	}
	if o.Op == expire {
		what += fmt.Sprintf(" %q", o.Value)
	}
	if o.Outcome == unknown {
		return what + " -> unknown"
	}
	if o.Op == cas {
		what += map[bool]string{true: " -> done", false: " -> refused"}[o.Succeeded]
	} else {
		what += " -> ok"
	}
	if o.Seen != nil {
		what += fmt.Sprintf(", saw %v", *o.Seen)
	}
	if o.Revision == 0 {
		return what
	}
	return what + fmt.Sprintf(", revision %d", o.Revision)
}

// readHistory reads one operation a line, and refuses what the checker could not judge. Operations that did not happen, and
// reads without an answer, are left out: they say nothing.
func readHistory(in io.Reader) ([]operation, error) {
	var history []operation
	values := make(map[string]int)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var o operation
		decoder := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&o); err != nil {
			return nil, fmt.Errorf("line %d: %v", number, err)
		}
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("line %d: %v", number, err)
		}
		if o.writes() {
			if first, twice := values[o.Value]; twice {
				return nil, fmt.Errorf("line %d: value %q was written in line %d, expected one of its own", number, o.Value, first)
			}
			values[o.Value] = number
		}
		o.line = number
		if o.Outcome == ok || o.Outcome == unknown && o.Op != get && o.Op != hold {
			history = append(history, o)
		}
	}
	return history, lines.Err()
}

func (o operation) check() error {
	answered := o.Outcome == ok
	switch {
	case o.Op != get && o.Op != put && o.Op != cas && o.Op != remove && o.Op != hold && o.Op != expire:
		return fmt.Errorf("op %q, expected get, put, cas, delete, hold or expire", o.Op)
	case !answered && o.Outcome != failed && o.Outcome != unknown:
		return fmt.Errorf("outcome %q, expected ok, failed or unknown", o.Outcome)
	case o.Key == "":
		return fmt.Errorf("no key")
	case o.Return < o.Call:
		return fmt.Errorf("return %d is before call %d", o.Return, o.Call)
	case (o.writes() || o.Op == expire) != (o.Value != ""):
		return fmt.Errorf("%s with value %q, expected a value for put, cas and expire only", o.Op, o.Value)
	case (o.Op == cas) != (o.Expected != nil):
		return fmt.Errorf("%s with expected=%v, which cas has and nothing else", o.Op, o.Expected)
	case o.ofLease() && o.Revision != 0:
		return fmt.Errorf("%s with revision %d, expected none", o.Op, o.Revision)
	case answered && o.Op == hold && (o.Seen == nil || o.Seen.Revision < 1):
		return fmt.Errorf("hold without a version")
	case answered && !o.ofLease() && o.Revision < 1:
		return fmt.Errorf("revision %d, expected that of the answer, 1 or more", o.Revision)
	case answered && o.Seen == nil && !o.changesBlindly() && o.Op != expire:
		return fmt.Errorf("%s without what was seen", o.Op)
	}
	return nil
}

// changesBlindly tells whether an answer need not say what was there before.
func (o operation) changesBlindly() bool { return o.Op == put || o.Op == cas && o.Succeeded }
