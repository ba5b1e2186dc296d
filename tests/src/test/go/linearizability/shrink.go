package main

import "sort"

// shrink looks for a small part of a refused history that is refused by itself. It only removes knowledge: later operations,
// those before a write that replaced their result, pure reads, and the answers of writes. So an order that explains the
// whole explains the part.
func shrink(history []operation, refused func([]operation) bool) []operation {
	part := latestStart(shortestPrefix(history, refused), refused)
	for size := (len(part) + 1) / 2; size > 0; size /= 2 {
		for to := len(part); to > 0; to -= size {
			start := to - size
			if start < 0 {
				start = 0
			}
			// Removals without an answer lengthen the search, so they are tried one by one.
			less := forget(part, start, to, size == 1)
			if refused(less) {
				part = less
				if to > len(part) {
					to = len(part)
				}
			}
		}
	}
	return originals(history, settle(part))
}

// shortestPrefix ends at the first answer that cannot be explained. If a history is refused, so are its extensions.
func shortestPrefix(history []operation, refused func([]operation) bool) []operation {
	byReturn := append([]operation(nil), history...)
	sort.SliceStable(byReturn, func(i, j int) bool { return byReturn[i].Return < byReturn[j].Return })
	count := sort.Search(len(byReturn), func(i int) bool { return refused(prefix(history, byReturn[i].Return)) })
	if count == len(byReturn) { // not found within the time limit
		return history
	}
	return prefix(history, byReturn[count].Return)
}

// latestStart starts at the last blind write after which the answers cannot be explained, whatever came before it.
func latestStart(history []operation, refused func([]operation) bool) []operation {
	byRevision := append([]operation(nil), history...)
	sort.SliceStable(byRevision, func(i, j int) bool { return byRevision[i].Revision > byRevision[j].Revision })
	for _, o := range byRevision {
		if o.Outcome != ok || o.Op != put || o.Seen != nil {
			continue
		}
		later := from(history, o.Revision)
		if !knowsOlder(later, o.Revision) && refused(later) {
			return later
		}
	}
	return history
}

func prefix(history []operation, end int64) []operation {
	var prefix []operation
	for _, o := range history {
		switch {
		case o.Call <= end && o.Return <= end:
			prefix = append(prefix, o)
		case o.Call <= end && o.maybeChanged():
			prefix = append(prefix, o.forgotten())
		}
	}
	return prefix
}

// from omits operations answered before a revision.
func from(history []operation, revision int64) []operation {
	var from []operation
	for _, o := range history {
		if o.Outcome != ok || o.Op == expire || o.Revision >= revision {
			from = append(from, o)
		}
	}
	return from
}

// knowsOlder reports whether an operation depends on a version before a revision.
func knowsOlder(history []operation, revision int64) bool {
	older := func(v *version) bool { return v != nil && v.Revision > 0 && v.Revision < revision }
	for _, o := range history {
		if older(o.Seen) || older(o.Expected) {
			return true
		}
	}
	return false
}

func forget(history []operation, from, to int, removals bool) []operation {
	less := append([]operation(nil), history[:from]...)
	for _, o := range history[from:to] {
		if !o.maybeChanged() {
			continue
		}
		if removals || o.writes() {
			o = o.forgotten()
		}
		less = append(less, o)
	}
	return append(less, history[to:]...)
}

func (o operation) maybeChanged() bool { return o.Outcome == unknown || o.Op == expire || o.changed() }

func (o operation) forgotten() operation {
	o.Outcome, o.Revision, o.Succeeded, o.Seen = unknown, 0, false, nil
	return o
}

// originals returns the lines of the history that the operations of a part come from.
func originals(history, part []operation) []operation {
	lines := make(map[int]bool)
	for _, o := range part {
		lines[o.line] = true
	}
	var originals []operation
	for _, o := range history {
		if lines[o.line] {
			originals = append(originals, o)
		}
	}
	return originals
}
