package main

import (
	"github.com/anishathalye/porcupine"
)

// A register is the state of one key.
type register struct {
	current version
	// The latest revision that the key is known to have had. A removal without an answer has an unknown revision, so the next
	// write need only be later than this.
	youngest int64
	removals int // removals without an answer, with or without effect
}

// model is the model of one key. It accepts operations with known outcome, and removals with unknown outcome; settle leaves no others.
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

// porcupineOf extends removals without an answer to the end of time: one may take effect at any time, or after all other
// operations, which is as good as never.
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
