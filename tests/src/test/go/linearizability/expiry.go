package main

// settleExpirations narrows each expiration of a key to the time in which it took effect, or omits it. It takes the key's other operations,
// settled. A settled expiration has the revision of its value and comes after it. This does not change whether an order explains all
// answers:
//
//   - An expiration of a value that, as far as anyone saw, was never written had no effect.
//   - The value existed when an operation found it, so the expiration is not before the call of any of those.
//   - An operation that missed the value came after the value's end. If the expiration was not that end, it had no effect,
//     and may as well have come right after it.
//   - An expiration whose value was never missed may as well not have happened.
func settleExpirations(expirations, settled []operation) []operation {
	var bounded []operation
	for _, e := range expirations {
		l, written := lifeOf(e.Value, settled)
		if !written || !l.missed && e.Outcome != ok {
			continue
		}
		if l.missed && (e.Outcome != ok || l.firstMissed < e.Return) {
			e.Return = l.firstMissed
		}
		if e.Return < e.Call { // missed for another reason
			e.Return = e.Call
		}
		if l.lastFound > e.Call {
			e.Call = l.lastFound
		}
		if e.Call > e.Return { // found after it was missed: no order explains that
			e.Call = e.Return
		}
		e.Outcome, e.Revision = ok, l.revision
		bounded = append(bounded, e)
	}
	return bounded
}

// A life is what the operations of a key reveal about one of its values.
type life struct {
	revision    int64
	firstFound  int64 // return of the first operation that wrote or found it
	lastFound   int64 // call of the last of them
	missed      bool
	firstMissed int64 // return of the first operation that shows that it was gone
}

func lifeOf(value string, settled []operation) (life, bool) {
	var l life
	for _, o := range settled {
		if !o.found(value) {
			continue
		}
		if l.firstFound == 0 || o.Return < l.firstFound {
			l.firstFound = o.Return
		}
		if o.Call > l.lastFound {
			l.lastFound = o.Call
		}
		if o.writes() && o.Value == value {
			l.revision = o.Revision
		}
	}
	for _, o := range settled {
		if !o.found(value) && o.missed(l) && (!l.missed || o.Return < l.firstMissed) {
			l.missed, l.firstMissed = true, o.Return
		}
	}
	return l, l.revision != 0
}

// found reports whether an operation wrote or found the value.
func (o operation) found(value string) bool {
	return o.Seen != nil && o.Seen.Value == value ||
		o.Op == cas && o.Succeeded && o.Expected.Value == value ||
		o.writes() && o.Value == value && o.Outcome == ok && o.changed()
}

// missed reports whether an operation that did not find a value shows that its life was over.
func (o operation) missed(l life) bool {
	if o.Outcome != ok {
		return false
	}
	if o.changed() && o.Revision > l.revision || o.Seen != nil && o.Seen.Revision > l.revision {
		return true
	}
	return o.foundNothing() && o.Call > l.firstFound
}
