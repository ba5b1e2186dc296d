// Produces the lines of files, each a key, a tab and a value, as programs in Go do:
//
//	kafka-go BROKER,BROKER... FILE=BYTES=MILLIS,FILE=BYTES=MILLIS... TOPIC=CODEC...
//
// It writes each file to each topic, in batches of that many bytes before compression, with that time between them.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

var codecs = map[string]kgo.CompressionCodec{
	"none":   kgo.NoCompression(),
	"gzip":   kgo.GzipCompression(),
	"snappy": kgo.SnappyCompression(),
	"lz4":    kgo.Lz4Compression(),
	"zstd":   kgo.ZstdCompression(),
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 4 {
		log.Fatal("usage: kafka-go BROKER,BROKER... FILE=BYTES=MILLIS,FILE=BYTES=MILLIS... TOPIC=CODEC...")
	}
	for _, argument := range os.Args[3:] {
		topic, codec, _ := strings.Cut(argument, "=")
		if err := produceAll(strings.Split(os.Args[1], ","), strings.Split(os.Args[2], ","), topic, codec); err != nil {
			log.Fatalf("%s: %v", argument, err)
		}
	}
}

func produceAll(brokers, files []string, topic, codec string) error {
	compression, known := codecs[codec]
	if !known {
		return fmt.Errorf("unknown codec: %s", codec)
	}
	client, err := kgo.NewClient(
		kgo.SeedBrokers(brokers...),
		kgo.DefaultProduceTopic(topic),
		kgo.AllowAutoTopicCreation(),
		kgo.ProducerBatchCompression(compression),
		// Only Flush ends a batch.
		kgo.ProducerLinger(time.Minute),
	)
	if err != nil {
		return err
	}
	defer client.Close()
	for _, file := range files {
		parts := strings.Split(file, "=")
		if len(parts) != 3 {
			return fmt.Errorf("%s (expected: FILE=BYTES=MILLIS)", file)
		}
		batchBytes, err := strconv.Atoi(parts[1])
		if err != nil {
			return err
		}
		pause, err := time.ParseDuration(parts[2] + "ms")
		if err != nil {
			return err
		}
		content, err := os.ReadFile(parts[0])
		if err != nil {
			return err
		}
		if err := produce(client, content, batchBytes, pause); err != nil {
			return err
		}
	}
	return nil
}

func produce(client *kgo.Client, content []byte, batchBytes int, pause time.Duration) error {
	var failure error // written before Flush returns
	done := func(_ *kgo.Record, err error) {
		if err != nil {
			failure = err
		}
	}
	flush := func() error {
		if err := client.Flush(context.Background()); err != nil {
			return err
		}
		return failure
	}
	size := 0
	for _, line := range bytes.Split(content, []byte{'\n'}) {
		key, value, found := bytes.Cut(line, []byte{'\t'})
		if !found {
			continue // the end of the file
		}
		client.Produce(context.Background(), &kgo.Record{Key: key, Value: value}, done)
		if size += len(line); size >= batchBytes {
			if err := flush(); err != nil {
				return err
			}
			size = 0
			time.Sleep(pause)
		}
	}
	return flush()
}
