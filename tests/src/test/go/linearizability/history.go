package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// A version is the value and revision of a key. Every write has a unique value, so a value never has more than one revision.
// The zero version is that of a missing key.
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

// Outcomes of an operation, as far as its client knows.
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
	hold   = "hold"   // renewal of a value's lease, when the value existed: a read without a revision
	expire = "expire" // end of a value's lease, the value being gone on return; does not affect other values
)

// An operation is one line of a history, as a JSON object. Times are nanoseconds of one clock.
type operation struct {
	Client  int    `json:"client"`
	Op      string `json:"op"`
	Key     string `json:"key"`
	Value   string `json:"value,omitempty"` // put and cas: the value to write; expire: the value that ends
	Call    int64  `json:"call"`
	Return  int64  `json:"return"` // for an unknown outcome: when its client stopped waiting, which has no meaning
	Outcome string `json:"outcome"`

	// cas: the version to replace, which its client saw earlier. The model does not distinguish whether the store compares the
	// value or the revision, as each determines the other.
	Expected *version `json:"expected,omitempty"`

	// Fields of an answer.
	Revision  int64    `json:"revision,omitempty"`  // the store's revision in the answer's header
	Succeeded bool     `json:"succeeded,omitempty"` // cas
	Seen      *version `json:"seen,omitempty"`      // the previous version; put and a successful cas may omit it

	line int // line number in the history
	rank int // for a settled removal without an answer: number of such removals of its key called before it
}

// changed reports whether an answered operation made a revision.
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

// ofLease reports whether the operation is about a lease; its answer then lacks the key's revision.
func (o operation) ofLease() bool { return o.Op == hold || o.Op == expire }

// writes reports whether the operation has a value to write.
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

// readHistory reads one operation per line, and refuses input that the checker cannot judge. It omits operations that did
// not happen, and reads without an answer: they provide no information.
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

// changesBlindly reports whether an answer may omit the previous version.
func (o operation) changesBlindly() bool { return o.Op == put || o.Op == cas && o.Succeeded }
