package main

import (
	"fmt"
	"math/rand"
)

// A simulation is an in-memory store of one or more keys with concurrent clients. It is linearizable unless it is configured
// to lie now and then.
type simulation struct {
	random    *rand.Rand
	lies      float64 // share of all answers
	now       int64
	revision  int64
	keys      []string
	versions  map[string][]version // all versions that a key ever had, the current one last
	clients   []*simulatedClient
	abandoned []*operation // without an answer, and not yet applied
	created   []operation  // creations of missing keys whose lease has not ended
	history   []operation
}

type simulatedClient struct {
	operation *operation
	applied   bool
	seen      map[string]version
}

func newSimulation(seed int64, keys, clients int, lies float64) *simulation {
	s := &simulation{random: rand.New(rand.NewSource(seed)), lies: lies, revision: 1, versions: make(map[string][]version)}
	for i := 0; i < keys; i++ {
		key := fmt.Sprintf("k%d", i)
		s.keys = append(s.keys, key)
		s.versions[key] = []version{{}}
	}
	for i := 0; i < clients; i++ {
		s.clients = append(s.clients, &simulatedClient{seen: make(map[string]version)})
	}
	return s
}

// run returns the history of the given number of operations; those still running at its end have no answer.
func (s *simulation) run(operations int) []operation {
	for invoked := 0; invoked < operations; s.now++ {
		id := s.random.Intn(len(s.clients))
		client := s.clients[id]
		switch {
		case client.operation == nil:
			client.operation, client.applied = s.invoke(id, invoked), false
			invoked++
		case s.random.Intn(8) == 0:
			s.giveUp(client)
		case !client.applied:
			s.apply(client.operation)
			client.applied = true
		default:
			s.answer(client)
		}
		if len(s.abandoned) > 0 && s.random.Intn(10) == 0 { // applied late; most are never applied
			s.apply(s.abandoned[0])
			s.abandoned = s.abandoned[1:]
		}
		if len(s.created) > 0 && s.random.Intn(10) == 0 {
			s.end(s.created[0])
			s.created = s.created[1:]
		}
	}
	for _, client := range s.clients {
		if client.operation != nil {
			s.giveUp(client)
		}
	}
	for i := range s.history {
		s.history[i].line = i + 1
	}
	return s.history
}

func (s *simulation) invoke(client, number int) *operation {
	o := &operation{Client: client, Key: s.keys[s.random.Intn(len(s.keys))], Call: s.now}
	switch s.random.Intn(9) {
	case 0, 1, 2:
		o.Op = get
	case 3, 4:
		o.Op = put
	case 5, 6:
		o.Op = cas
		expected := s.clients[client].seen[o.Key]
		o.Expected = &expected
	case 7:
		o.Op = remove
	}
	if o.Op == "" {
		o.Op = hold
	}
	if o.writes() {
		o.Value = fmt.Sprint("v", number)
	}
	return o
}

func (s *simulation) giveUp(client *simulatedClient) {
	o := *client.operation
	if !client.applied {
		s.abandoned = append(s.abandoned, client.operation)
	}
	o.Outcome, o.Return, o.Revision, o.Succeeded, o.Seen = unknown, s.now, 0, false, nil
	client.operation = nil
	if o.Op != get && o.Op != hold {
		s.history = append(s.history, o)
	}
}

// end ends the lease of an operation's value, and now and then leaves open whether it did.
func (s *simulation) end(created operation) {
	o := operation{Op: expire, Key: created.Key, Value: created.Value, Call: created.Call, Return: s.now, Outcome: ok}
	ends := true
	if s.random.Intn(2) == 0 {
		o.Outcome, ends = unknown, s.random.Intn(3) > 0
	}
	versions := s.versions[o.Key]
	if ends && versions[len(versions)-1].Value == o.Value && s.random.Float64() >= s.lies {
		s.revision++
		s.versions[o.Key] = append(versions, version{})
	}
	s.history = append(s.history, o)
}

func (s *simulation) answer(client *simulatedClient) {
	o := *client.operation
	o.Outcome, o.Return = ok, s.now
	client.operation = nil
	if o.Op == hold && o.Seen.Revision == 0 { // no lease to renew
		return
	}
	if o.Op == put && s.random.Intn(2) == 0 {
		o.Seen = nil
	} else {
		client.seen[o.Key] = *o.Seen
	}
	s.history = append(s.history, o)
}

func (s *simulation) apply(o *operation) {
	versions := s.versions[o.Key]
	current := versions[len(versions)-1]
	if s.random.Float64() < s.lies {
		current = versions[s.random.Intn(len(versions))]
	}
	o.Seen = &current
	o.Succeeded = o.Op == cas && *o.Expected == current
	if o.Succeeded && o.Expected.Revision == 0 {
		s.created = append(s.created, *o)
	}
	if o.changed() {
		s.revision++
		if s.random.Float64() >= s.lies {
			next := version{o.Value, s.revision}
			if o.Op == remove {
				next = version{}
			}
			s.versions[o.Key] = append(versions, next)
		}
	}
	if o.Op != hold {
		o.Revision = s.revision
	}
}
