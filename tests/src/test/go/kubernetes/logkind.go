package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"sort"
	"strings"
)

var (
	klogLine = regexp.MustCompile(`^([WEF])\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ ([^ :]+:\d+)\] (.*)$`)

	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	uuid     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	resource = regexp.MustCompile(`\b(from cacher) \S+`)
	number   = regexp.MustCompile(`[0-9]+`)
	causes   = regexp.MustCompile(`(?:etcdserver: [a-z: ]+|mvcc: [a-z ]+|context [a-z]+ ?[a-z]*|connection refused|connection reset|code = [A-Za-z]+|error reading from server: EOF|closing transport|RST_STREAM|client connection is closing)`)
)

// logKind classifies a line of an API server's log by its severity, its source location, and its message without names and numbers. It
// returns "" for a line that is not a warning or an error.
func logKind(line string) string {
	if strings.HasPrefix(line, "{") {
		return clientKind(line)
	}
	match := klogLine.FindStringSubmatch(line)
	if match == nil {
		return ""
	}
	return match[1] + " " + match[2] + " " + message(match[3])
}

// clientKind classifies a line of etcd's client, which is JSON.
func clientKind(line string) string {
	var entry struct{ Level, Caller, Msg, Error string }
	if json.Unmarshal([]byte(line), &entry) != nil || entry.Level == "info" || entry.Level == "debug" {
		return ""
	}
	place := entry.Caller
	if i := strings.LastIndexByte(place, '/'); i >= 0 {
		place = place[i+1:]
	}
	return strings.TrimSpace(strings.ToUpper(entry.Level[:1]) + " " + place + " " + entry.Msg + cause(entry.Error))
}

// message keeps the words of a message and the cause of an error in it.
func message(text string) string {
	words := text
	if strings.HasPrefix(text, `"`) {
		// A structured line: "message" key="value" …
		end := quoted.FindStringIndex(text)
		if end != nil && end[0] == 0 {
			words = text[1 : end[1]-1]
			return plain(words) + cause(text[end[1]:])
		}
	}
	return plain(words)
}

func plain(text string) string {
	if i := strings.IndexAny(text, "{["); i > 0 {
		text = text[:i] + "…" + cause(text[i:])
	}
	text = resource.ReplaceAllString(text, "$1 R")
	text = uuid.ReplaceAllString(text, "U")
	text = quoted.ReplaceAllString(text, "S")
	return number.ReplaceAllString(strings.TrimSpace(text), "N")
}

// cause returns the store's error.
func cause(text string) string {
	found := causes.FindAllString(text, -1)
	var parts []string
	seen := map[string]bool{}
	for _, part := range found {
		part = strings.TrimSpace(part)
		if !seen[part] {
			seen[part] = true
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// countKinds returns the number of lines of each kind in a log.
func countKinds(log io.Reader) (map[string]int, error) {
	counts := map[string]int{}
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if kind := logKind(lines.Text()); kind != "" {
			counts[kind]++
		}
	}
	return counts, lines.Err()
}

func printKinds(files []string) int {
	if len(files) != 1 {
		fmt.Fprintln(os.Stderr, "expected one log")
		return 2
	}
	log, err := os.Open(files[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer log.Close()
	counts, err := countKinds(log)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%d\t%s\n", counts[name], name)
	}
	return 0
}
