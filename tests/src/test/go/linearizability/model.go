package main

import (
	"github.com/anishathalye/porcupine"
)

// A register is the state of one key.
type register struct {
	current version
	// The youngest revision that the key is known to have had. A removal without an answer has an unknown one, so the next
	// write need only be younger than this.
	youngest int64
	removals int // without an answer that took effect, or did nothing
}

// model is that of one key. It takes operations whose outcome is known, and removals whose outcome is not; settle leaves no
// other.
var model = porcupine.Model{
	Init: func() interface{} { return register{} },
	Step: func(state, input, _ interface{}) (bool, interface{}) {
		return state.(register).step(input.(operation))
	},
}

func (r register) step(o operation) (bool, register) {
	if o.Op == expire {
		written := r.youngest >= o.Revision
		if r.current.Value == o.Value {
			r.current = version{}
		}
		return written, r
	}
	if o.Outcome == unknown { // a removal
		return o.rank == r.removals, register{version{}, r.youngest, r.removals + 1}
	}
	if o.Seen != nil && *o.Seen != r.current {
		return false, r
	}
	if o.Op == cas && o.Succeeded != (*o.Expected == r.current) {
		return false, r
	}
	if o.Op == hold {
		return true, r
	}
	if !o.changed() {
		return o.Revision >= r.youngest, r
	}
	next := register{version{o.Value, o.Revision}, o.Revision, r.removals}
	if o.Op == remove {
		next.current = version{}
	}
	return o.Revision > r.youngest, next
}

// porcupineOf gives a removal without an answer until the end of time: it takes effect at any time, or after all others,
// which is as good as never.
func porcupineOf(history []operation) []porcupine.Operation {
	end := int64(0)
	for _, o := range history {
		if o.Return > end {
			end = o.Return
		}
	}
	operations := make([]porcupine.Operation, len(history))
	for i, o := range history {
		returned := o.Return
		if o.Outcome == unknown {
			returned = end + 1
		}
		operations[i] = porcupine.Operation{ClientId: o.Client, Input: o, Call: o.Call, Return: returned}
	}
	return operations
}
