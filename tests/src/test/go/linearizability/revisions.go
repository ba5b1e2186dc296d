package main

import "sort"

// misnumbered returns two operations whose answers break a rule of one revision counter for all keys, or none. The rules:
//
//   - No two changes have the same revision.
//   - An operation called after another returned has no smaller revision, and a larger one if it made a change.
//   - An operation whose answer has revision R saw its key as it was at R. Clients that list and then watch from R+1 rely on it.
//
// The operations are the settled ones of a history.
func misnumbered(settled, history []operation) []operation {
	if pair := doubled(settled); pair != nil {
		return pair
	}
	if pair := backwards(settled); pair != nil {
		return pair
	}
	return outdated(settled, history)
}

func doubled(history []operation) []operation {
	changes := make(map[int64]operation)
	for _, o := range history {
		if o.Outcome == ok && o.changed() {
			if other, twice := changes[o.Revision]; twice {
				return []operation{other, o}
			}
			changes[o.Revision] = o
		}
	}
	return nil
}

func backwards(history []operation) []operation {
	byCall := answered(history)
	byReturn := answered(history)
	sort.SliceStable(byCall, func(i, j int) bool { return byCall[i].Call < byCall[j].Call })
	sort.SliceStable(byReturn, func(i, j int) bool { return byReturn[i].Return < byReturn[j].Return })
	var youngest operation // among the operations that had returned
	returned := 0
	for _, o := range byCall {
		for ; byReturn[returned].Return < o.Call; returned++ {
			if byReturn[returned].Revision > youngest.Revision {
				youngest = byReturn[returned]
			}
		}
		if o.Revision < youngest.Revision || o.changed() && o.Revision == youngest.Revision {
			return []operation{youngest, o}
		}
	}
	return nil
}

func outdated(settled, history []operation) []operation {
	changes := make(map[string][]operation)
	removedUnseen := make(map[string]bool)
	for _, o := range settled {
		if o.Outcome == unknown {
			removedUnseen[o.Key] = true
		} else if o.changed() {
			changes[o.Key] = append(changes[o.Key], o)
		}
	}
	for _, o := range history { // settling omits an expiration that only revisions reveal
		if o.Op == expire {
			removedUnseen[o.Key] = true
		}
	}
	for _, ofKey := range changes {
		sort.Slice(ofKey, func(i, j int) bool { return ofKey[i].Revision < ofKey[j].Revision })
	}
	for _, o := range answered(settled) {
		at := o.Revision
		if o.changed() {
			at--
		}
		ofKey := changes[o.Key]
		after := sort.Search(len(ofKey), func(i int) bool { return ofKey[i].Revision > at })
		if o.Seen == nil || after == 0 {
			continue
		}
		last := ofKey[after-1]
		missed := o.Seen.Revision < last.Revision
		if o.Seen.Revision == 0 {
			missed = last.writes() && !removedUnseen[o.Key]
		}
		if missed {
			return []operation{last, o}
		}
	}
	return nil
}

// answered returns the operations with a revision.
func answered(history []operation) []operation {
	var answered []operation
	for _, o := range history {
		if o.Outcome == ok && !o.ofLease() {
			answered = append(answered, o)
		}
	}
	return answered
}
