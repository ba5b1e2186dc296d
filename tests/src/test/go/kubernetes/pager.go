package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const pageSize = 7

// Pager reads all objects of a kind in pages. All pages have the revision of the first one. If that revision is compacted
// between two pages, the server offers the rest at a newer revision.
type Pager struct {
	client    *Client
	ledger    *Ledger
	random    *rand.Rand
	wait      time.Duration // between two pages of a list
	mostPause time.Duration // maximum extra wait
}

// Run reads lists until the context ends.
func (p *Pager) Run(ctx context.Context) {
	for pause(ctx, p.random, 3*time.Second) {
		p.readAll(ctx, kinds[p.random.Intn(len(kinds))])
	}
}

func (p *Pager) readAll(ctx context.Context, kind *Kind) {
	newest := p.ledger.Newest()
	waitsAt := 1 + p.random.Intn(3)
	found := map[string]int64{}
	var first, revision int64
	token := ""
	for page := 1; ; page++ {
		answer, isNewer := p.page(kind, token)
		if answer.Outcome != Done {
			return
		}
		list := answer.Object()
		switch {
		case page == 1:
			first, revision = list.Revision(), list.Revision()
			if first < newest {
				p.ledger.Complain("a list of %s in pages has revision %d, after %d was acknowledged", kind.Resource, first, newest)
			}
		case isNewer:
			revision = list.Revision()
		case list.Revision() != revision:
			p.ledger.Complain("page %d of %s has revision %d, expected %d", page, kind.Resource, list.Revision(), revision)
		}
		for _, item := range list.Items() {
			if _, isTwice := found[item.Key()]; isTwice || item.Revision() > revision {
				p.ledger.Complain("page %d of %s at revision %d has %s at %d (twice: %v)",
					page, kind.Resource, revision, item.Key(), item.Revision(), isTwice)
			}
			found[item.Key()] = item.Revision()
		}
		token = list.Text("metadata", "continue")
		if token == "" {
			break
		}
		if page == waitsAt && !p.pause(ctx) {
			return
		}
	}
	p.ledger.Tally("lists read in pages")
	if first == revision {
		p.ledger.Check(p.compare(kind, revision, found))
	}
}

func (p *Pager) pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(p.wait):
		return pause(ctx, p.random, p.mostPause)
	}
}

// page reads one page; its revision may be newer than that of the previous ones if theirs is compacted.
func (p *Pager) page(kind *Kind, token string) (Answer, bool) {
	query := url.Values{"limit": {strconv.Itoa(pageSize)}}
	if token != "" {
		query.Set("continue", token)
	}
	answer := p.client.Get(kind.AllPath(), query)
	p.ledger.Count(answer)
	if answer.Status != http.StatusGone {
		return answer, false
	}
	p.ledger.Tally("pages whose revision was compacted")
	rest := answer.Object().Text("metadata", "continue")
	if rest == "" {
		p.ledger.Complain("no way to go on after a compacted page: %s", answer)
		return answer, false
	}
	query.Set("continue", rest)
	answer = p.client.Get(kind.AllPath(), query)
	p.ledger.Count(answer)
	return answer, true
}

// compare compares the pages with a list at exactly their revision, which may be compacted by now.
func (p *Pager) compare(kind *Kind, revision int64, pages map[string]int64) error {
	answer := p.client.Get(kind.AllPath(), url.Values{
		"resourceVersion":      {strconv.FormatInt(revision, 10)},
		"resourceVersionMatch": {"Exact"},
	})
	p.ledger.Count(answer)
	if answer.Outcome != Done {
		return nil
	}
	p.ledger.Tally("lists read at an exact revision")
	items := answer.Object().Items()
	if answer.Object().Revision() != revision || len(items) != len(pages) {
		return fmt.Errorf("%s at revision %d: %d objects in pages, %d in one list of revision %d",
			kind.Resource, revision, len(pages), len(items), answer.Object().Revision())
	}
	for _, item := range items {
		if pages[item.Key()] != item.Revision() {
			return fmt.Errorf("%s at revision %d: %s has revision %d in pages, %d in one list",
				kind.Resource, revision, item.Key(), pages[item.Key()], item.Revision())
		}
	}
	return nil
}
