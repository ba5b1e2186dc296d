package main

// settleExpirations gives each expiration of a key the time within which it took effect, or leaves it out. It takes the settled
// operations of the key beside them. A settled expiration has the revision of its value, which it comes after. This changes nothing
// about whether there is an order that explains all answers:
//
//   - One of a value that nobody wrote, as far as anybody saw, did nothing.
//   - The value was there when an operation found it, so the expiration is not before any of those was invoked.
//   - An operation that missed the value came after its end. If the expiration was not that end, it did nothing, and may as
//     well have come right behind it.
//   - One whose value nobody missed may as well never have happened.
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
		if e.Call > e.Return { // found after it was missed: no order will explain that
			e.Call = e.Return
		}
		e.Outcome, e.Revision = ok, l.revision
		bounded = append(bounded, e)
	}
	return bounded
}

// A life is what the operations of a key say of one of its values.
type life struct {
	revision    int64
	firstFound  int64 // when the first operation that wrote or found it had returned
	lastFound   int64 // when the last of them was invoked
	missed      bool
	firstMissed int64 // when the first operation that shows that it was gone had returned
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

// found tells whether an operation wrote the value or found it.
func (o operation) found(value string) bool {
	return o.Seen != nil && o.Seen.Value == value ||
		o.Op == cas && o.Succeeded && o.Expected.Value == value ||
		o.writes() && o.Value == value && o.Outcome == ok && o.changed()
}

// missed tells whether an operation, which did not find a value, shows that its life was over.
func (o operation) missed(l life) bool {
	if o.Outcome != ok {
		return false
	}
	if o.changed() && o.Revision > l.revision || o.Seen != nil && o.Seen.Revision > l.revision {
		return true
	}
	return o.foundNothing() && o.Call > l.firstFound
}
