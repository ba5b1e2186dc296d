package main

import "sort"

// A sighting is proof that a write took effect.
type sighting struct {
	revision int64
	by       int64 // the latest time at which it can have taken effect
}

// settle replaces the operations of one key with unknown outcome by what the others reveal about them. It does not change
// whether an order explains all answers, and shortens the search for one:
//
//   - A write whose value was seen took effect, with the revision that was seen, before the first operation that saw it
//     returned. A cas saw the version that it expects before its call.
//   - A write whose value no client saw is omitted, and so is the version that it expects. If it took effect, another write or
//     removal came between it and the next operation that reports what it found, and did not depend on it.
//   - The same holds for a removal, unless an operation that returned later found nothing. The remaining removals are
//     indistinguishable: if some took effect, they may as well be those called first, in this order.
//   - Expirations are settled last, by settleExpirations.
func settle(history []operation) []operation {
	history, expirations := withoutExpirations(history)
	history, sightings := withoutUnseen(history)
	settled := make([]operation, len(history))
	for i, o := range history {
		if o.Outcome == unknown && o.writes() {
			seen := sightings[o.Value]
			o.Outcome, o.Succeeded, o.Revision, o.Return = ok, o.Op == cas, seen.revision, seen.by
			if o.Return < o.Call { // seen before its call: no order explains that
				o.Return = o.Call
			}
		}
		settled[i] = o
	}
	ranked := rankRemovals(settled)
	return append(ranked, settleExpirations(expirations, ranked)...)
}

func withoutExpirations(history []operation) (rest, expirations []operation) {
	for _, o := range history {
		if o.Op == expire {
			expirations = append(expirations, o)
		} else {
			rest = append(rest, o)
		}
	}
	return rest, expirations
}

func withoutUnseen(history []operation) ([]operation, map[string]sighting) {
	for {
		sightings := sightingsOf(history)
		var rest []operation
		for _, o := range history {
			if _, seen := sightings[o.Value]; seen || o.Outcome == ok || o.Op == remove {
				rest = append(rest, o)
			}
		}
		if len(rest) == len(history) {
			return rest, sightings
		}
		history = rest
	}
}

func sightingsOf(history []operation) map[string]sighting {
	sightings := make(map[string]sighting)
	see := func(seen *version, at int64) {
		if seen == nil || seen.Revision == 0 {
			return
		}
		first, found := sightings[seen.Value]
		if !found || at < first.by {
			first = sighting{seen.Revision, at}
		}
		sightings[seen.Value] = first
	}
	for _, o := range history {
		if o.Outcome == ok {
			see(o.Seen, o.Return)
		}
		see(o.Expected, o.Call)
	}
	return sightings
}

func rankRemovals(history []operation) []operation {
	foundNothing := int64(-1) // return of the last operation that found nothing
	for _, o := range history {
		if o.Outcome == ok && o.foundNothing() && o.Return > foundNothing {
			foundNothing = o.Return
		}
	}
	sort.SliceStable(history, func(i, j int) bool { return history[i].Call < history[j].Call })
	ranked := history[:0]
	rank := 0
	for _, o := range history {
		if o.Outcome == unknown {
			if o.Call > foundNothing {
				continue
			}
			o.rank = rank
			rank++
		}
		ranked = append(ranked, o)
	}
	return ranked
}

func (o operation) foundNothing() bool {
	if o.Op == cas && o.Succeeded {
		return o.Expected.Revision == 0
	}
	return o.Seen != nil && o.Seen.Revision == 0
}
