package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/stats"
)

// received prints the SHA-256 of each message that arrives, and the length that it had when compressed.
type received struct{}

func (received) HandleRPC(_ context.Context, event stats.RPCStats) {
	if payload, is := event.(*stats.InPayload); is {
		fmt.Printf("%x %d\n", sha256.Sum256(*payload.Payload.(*[]byte)), payload.CompressedLength)
	}
}

func (received) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

func (received) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

func (received) HandleConn(context.Context, stats.ConnStats) {}

func send(address, encodingName, file, calls string) error {
	count, err := strconv.Atoi(calls)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	connection, err := dial(address, encodingName, grpc.WithStatsHandler(received{}))
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()

	messages, failures := make(chan []byte), make(chan error, count)
	for i := 0; i < count; i++ {
		go func() {
			for message := range messages {
				if err := connection.Invoke(ctx, "/echo.Echo/Unary", &message, new([]byte)); err != nil {
					failures <- err
					return
				}
			}
			failures <- nil
		}()
	}
	for _, message := range bytes.Split(bytes.TrimSuffix(content, []byte{'\n'}), []byte{'\n'}) {
		select {
		case messages <- message:
		case err := <-failures:
			return err
		}
	}
	close(messages)
	for i := 0; i < count; i++ {
		if err := <-failures; err != nil {
			return err
		}
	}
	return nil
}
