package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	serverTimeout = 10 * time.Second
	clientTimeout = 15 * time.Second

	contentJSON  = "application/json"
	contentMerge = "application/merge-patch+json"
	contentApply = "application/apply-patch+yaml" // JSON is YAML
)

// An Outcome says whether a request took effect.
type Outcome int

const (
	Done    Outcome = iota
	Refused         // it did not take effect
	Unknown         // it took effect, did not, or still may
)

// Client calls one API server as one user. It is safe for concurrent use.
type Client struct {
	base  string
	token string
	http  *http.Client
}

// NewClient returns a client for the server at an https URL. It trusts any certificate, as the server uses a self-signed one.
func NewClient(base, token string) *Client {
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
		ForceAttemptHTTP2: true,
	}
	return &Client{base: base, token: token, http: &http.Client{Transport: transport}}
}

// Answer is the response to a request.
type Answer struct {
	Outcome Outcome
	Status  int // 0 without a response
	Body    []byte
	Err     error // why there is no response
}

// Object decodes the body; it is nil unless the body is a JSON object.
func (a Answer) Object() Object {
	var o Object
	if json.Unmarshal(a.Body, &o) != nil {
		return nil
	}
	return o
}

func (a Answer) String() string {
	if a.Err != nil {
		return a.Err.Error()
	}
	body := a.Body
	if len(body) > 300 {
		body = body[:300]
	}
	return fmt.Sprintf("%d %s", a.Status, body)
}

// Do sends a request and reads the whole response.
func (c *Client) Do(method, path string, query url.Values, contentType string, body Object) Answer {
	ctx, cancel := context.WithTimeout(context.Background(), clientTimeout)
	defer cancel()
	if query == nil {
		query = url.Values{}
	}
	if method != http.MethodGet {
		query.Set("timeout", serverTimeout.String())
	}
	response, err := c.send(ctx, method, path, query, contentType, body)
	if err != nil {
		return Answer{Outcome: Unknown, Err: err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{Outcome: Unknown, Err: err}
	}
	return Answer{Outcome: outcomeOf(response.StatusCode), Status: response.StatusCode, Body: content}
}

// Get reads one object or list.
func (c *Client) Get(path string, query url.Values) Answer {
	return c.Do(http.MethodGet, path, query, "", nil)
}

// Stream opens a watch that lasts until the context ends or the server closes it.
func (c *Client) Stream(ctx context.Context, path string, query url.Values) (*http.Response, error) {
	return c.send(ctx, http.MethodGet, path, query, "", nil)
}

func (c *Client) send(
	ctx context.Context, method, path string, query url.Values, contentType string, body Object,
) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path+"?"+query.Encode(), content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	return c.http.Do(request)
}

// outcomeOf follows the API server: 4xx are decisions, 5xx are failures between it and the store.
func outcomeOf(status int) Outcome {
	switch {
	case status >= 200 && status < 300:
		return Done
	case status >= 400 && status < 500 && status != http.StatusRequestTimeout:
		return Refused
	default:
		return Unknown
	}
}
