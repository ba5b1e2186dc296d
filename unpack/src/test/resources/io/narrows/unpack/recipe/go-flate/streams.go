// Writes streams.tsv: for contents that GoFlateContents makes as well, the streams of compress/flate at each level, one Write and then
// Close. Columns: content, its length, level, length of the stream, its SHA-256. Go 1.19 to 1.26 write the same; 1.27 does not.
//
//	go run streams.go > streams.tsv
package main

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"fmt"
	"math/bits"
	"strconv"
)

var contents = []struct {
	kind   string
	length int
}{
	{"text", 0}, {"text", 1}, {"text", 16}, {"text", 17}, {"text", 127}, {"text", 128}, {"text", 5_000}, {"text", 65_535},
	{"text", 65_536}, {"text", 65_540}, {"text", 98_304}, {"text", 1_200_000}, {"noise", 100}, {"noise", 70_000},
	{"zeros", 300_000}, {"runs", 150_000}, {"skewed", 200_000}, {"far", 250_000}, {"mixed", 300_000},
}

var words = []string{
	"order", "customer", "amount", "status", "created", "pending", "shipped", "\":\"", "\",\"", "0000", "warehouse-", "}\n{",
}

// state is the linear congruential generator of Knuth's MMIX.
type state uint64

func (s *state) next() uint64 {
	*s = *s*6364136223846793005 + 1442695040888963407
	return uint64(*s)
}

func text(s *state, length int) []byte {
	var text []byte
	for len(text) < length {
		n := s.next()
		text = append(text, words[(n>>33)%12]...)
		if n>>60&3 == 0 {
			text = strconv.AppendUint(text, n>>44, 10)
		}
	}
	return text[:length]
}

func noise(s *state, length int) []byte {
	noise := make([]byte, length)
	for i := range noise {
		noise[i] = byte(s.next() >> 40)
	}
	return noise
}

func content(kind string, length int) []byte {
	s := state(length)
	content := make([]byte, length)
	switch kind {
	case "text":
		return text(&s, length)
	case "noise":
		return noise(&s, length)
	case "runs":
		for i := 0; i < length; {
			n := s.next()
			for end := i + 1 + int(n>>33)%400; i < end && i < length; i++ {
				content[i] = byte(n >> 60)
			}
		}
	case "skewed": // each value half as often as the one before it
		for i := range content {
			content[i] = byte(bits.TrailingZeros64(s.next()>>20 | 1<<30))
		}
	case "far": // noise that repeats from about the greatest distance
		copy(content, noise(&s, length))
		for i := 33_000; i < length; {
			n := s.next()
			distance := 32_400 + int(n>>33)%500
			for end := i + int(n>>55)%300; i < end && i < length; i++ {
				content[i] = content[i-distance]
			}
			i += 5
		}
	case "mixed":
		for i := 0; i < length; i += 20_000 {
			part := noise(&s, min(10_000, length-i))
			copy(content[i:], part)
			if i+len(part) < length {
				copy(content[i+len(part):], text(&s, min(10_000, length-i-len(part))))
			}
		}
	}
	return content
}

func main() {
	for _, c := range contents {
		plain := content(c.kind, c.length)
		for _, level := range []int{-2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9} {
			var stream bytes.Buffer
			writer, err := flate.NewWriter(&stream, level)
			if err != nil {
				panic(err)
			}
			writer.Write(plain)
			writer.Close()
			fmt.Printf("%s\t%d\t%d\t%d\t%x\n", c.kind, c.length, level, stream.Len(), sha256.Sum256(stream.Bytes()))
		}
	}
}
