package main

import "strings"

// explained tries every order of a key's operations that respects their times, with and without those of unknown outcome. It
// is the reference for the checker, without the checker's optimizations.
func explained(history []operation) bool {
	return explainedFrom(history, make([]bool, len(history)), wideRegister{})
}

// A wideRegister is a register whose current revision may be unknown, as no client has been told it yet: -1.
type wideRegister struct {
	current  version
	youngest int64
	ended    string // values whose lease has ended, each in its own brackets
}

func explainedFrom(history []operation, done []bool, r wideRegister) bool {
	end, open := int64(1<<62), false
	for i, o := range history {
		if !done[i] && o.Outcome == ok {
			open = true
			if o.Return < end {
				end = o.Return
			}
		}
	}
	if !open {
		return true
	}
	for i, o := range history {
		if done[i] || o.Call > end {
			continue
		}
		if legal, next := r.step(o); legal {
			done[i] = true
			if explainedFrom(history, done, next) {
				return true
			}
			done[i] = false
		}
	}
	return false
}

// saw reports whether the current version can be the one in the answer, and returns the register known then.
func (r wideRegister) saw(seen version) (bool, wideRegister) {
	if r.current.Revision == -1 && r.current.Value == seen.Value && seen.Revision > r.youngest {
		return true, wideRegister{seen, seen.Revision, r.ended}
	}
	return r.current == seen, r
}

func (r wideRegister) step(o operation) (bool, wideRegister) {
	if o.Op == expire {
		if r.current.Value == o.Value {
			r.current = version{}
		}
		r.ended += "[" + o.Value + "]"
		return true, r
	}
	if o.writes() && strings.Contains(r.ended, "["+o.Value+"]") {
		return o.Op == cas && !o.Succeeded && o.Outcome == ok, r
	}
	if o.Outcome == unknown {
		switch o.Op {
		case remove:
			return true, wideRegister{version{}, r.youngest, r.ended}
		case cas:
			if matches, known := r.saw(*o.Expected); matches {
				r = known
			} else {
				return true, r
			}
		}
		return true, wideRegister{version{o.Value, -1}, r.youngest, r.ended}
	}
	if o.Seen != nil {
		legal, known := r.saw(*o.Seen)
		if !legal {
			return false, r
		}
		r = known
	}
	if o.Op == cas {
		matches, known := r.saw(*o.Expected)
		if matches != o.Succeeded {
			return false, r
		}
		r = known
	}
	if o.Op == hold {
		return true, r
	}
	if !o.changed() {
		return o.Revision >= r.youngest, r
	}
	next := wideRegister{version{o.Value, o.Revision}, o.Revision, r.ended}
	if o.Op == remove {
		next.current = version{}
	}
	return o.Revision > r.youngest, next
}
