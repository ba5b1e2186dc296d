// A gRPC peer in Go with the codecs of github.com/mostynb/go-grpc-compression, for testing that it and Narrows' middleware
// understand each other.
//
//	codecs serve [DICTIONARY]          answers echo.Echo/Unary and echo.Echo/Stream on a port, which it prints
//	codecs call ADDRESS ENCODING FILE [DICTIONARY]
//	                                   sends the file by both methods, and compares the responses
//	codecs echo ADDRESS                serves at an address, and prints the digest of each request (see received)
//	codecs send ADDRESS ENCODING FILE CALLS
//	                                   sends each line of the file, so many at once, and prints the digest of each response
//
// A response has the encoding of its request, as is grpc-go's default. As a stream, the file is sent as messages of its first 1, 4, 16 and
// so on bytes.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"
	_ "github.com/mostynb/go-grpc-compression/lz4"
	_ "github.com/mostynb/go-grpc-compression/snappy"
	_ "github.com/mostynb/go-grpc-compression/zstd"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/gzip"
)

const maxMessage = 64 << 20

// raw passes messages through unchanged, so that neither side needs generated code.
type raw struct{}

func (raw) Name() string { return "raw" }

func (raw) Marshal(v any) ([]byte, error) { return *v.(*[]byte), nil }

func (raw) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = append([]byte(nil), data...)
	return nil
}

// withDictionary is zstd with a dictionary, under Narrows' name for it.
type withDictionary struct {
	name    string
	encoder *zstd.Encoder
	content []byte
}

func newWithDictionary(file string) (*withDictionary, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	info, err := zstd.InspectDictionary(content)
	if err != nil {
		return nil, err
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderDict(content))
	if err != nil {
		return nil, err
	}
	return &withDictionary{fmt.Sprintf("zstd-dict-%d", info.ID()), encoder, content}, nil
}

func (d *withDictionary) Name() string { return d.name }

type wholeMessage struct {
	bytes.Buffer
	out     io.Writer
	encoder *zstd.Encoder
}

func (m *wholeMessage) Close() error {
	_, err := m.out.Write(m.encoder.EncodeAll(m.Bytes(), nil))
	return err
}

func (d *withDictionary) Compress(w io.Writer) (io.WriteCloser, error) {
	return &wholeMessage{out: w, encoder: d.encoder}, nil
}

func (d *withDictionary) Decompress(r io.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderDicts(d.content))
}

func unary(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	message := new([]byte)
	if err := decode(message); err != nil {
		return nil, err
	}
	return message, nil
}

func stream(_ any, s grpc.ServerStream) error {
	for {
		message := new([]byte)
		if err := s.RecvMsg(message); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := s.SendMsg(message); err != nil {
			return err
		}
	}
}

var streaming = grpc.StreamDesc{StreamName: "Stream", Handler: stream, ServerStreams: true, ClientStreams: true}

func serve(address string, options ...grpc.ServerOption) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	options = append(options, grpc.ForceServerCodec(raw{}), grpc.MaxRecvMsgSize(maxMessage))
	server := grpc.NewServer(options...)
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "echo.Echo",
		HandlerType: (*any)(nil),
		Methods:     []grpc.MethodDesc{{MethodName: "Unary", Handler: unary}},
		Streams:     []grpc.StreamDesc{streaming},
	}, struct{}{})
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	return server.Serve(listener)
}

func dial(address, encodingName string, options ...grpc.DialOption) (*grpc.ClientConn, error) {
	options = append(options,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(
			grpc.ForceCodec(raw{}), grpc.UseCompressor(encodingName), grpc.MaxCallRecvMsgSize(maxMessage)))
	return grpc.NewClient(address, options...)
}

func call(address, encodingName, file string) error {
	message, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	connection, err := dial(address, encodingName)
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()

	answer := new([]byte)
	if err := connection.Invoke(ctx, "/echo.Echo/Unary", &message, answer); err != nil {
		return fmt.Errorf("unary: %w", err)
	}
	if !bytes.Equal(message, *answer) {
		return fmt.Errorf("unary: %d other bytes came back of %d", len(*answer), len(message))
	}
	return callStream(ctx, connection, message)
}

func callStream(ctx context.Context, connection *grpc.ClientConn, message []byte) error {
	s, err := connection.NewStream(ctx, &streaming, "/echo.Echo/Stream")
	if err != nil {
		return err
	}
	for length := 1; length <= len(message); length *= 4 {
		part := message[:length]
		if err := s.SendMsg(&part); err != nil {
			return fmt.Errorf("stream: %w", err)
		}
		answer := new([]byte)
		if err := s.RecvMsg(answer); err != nil {
			return fmt.Errorf("stream, %d bytes: %w", length, err)
		}
		if !bytes.Equal(part, *answer) {
			return fmt.Errorf("stream: %d other bytes came back of %d", len(*answer), length)
		}
	}
	if err := s.CloseSend(); err != nil {
		return err
	}
	if err := s.RecvMsg(new([]byte)); err != io.EOF {
		return fmt.Errorf("stream: no end, but %v", err)
	}
	return nil
}

func run(arguments []string) error {
	var dictionary string
	switch {
	case len(arguments) == 2 && arguments[0] == "echo":
		return serve(arguments[1], grpc.StatsHandler(received{}))
	case len(arguments) == 5 && arguments[0] == "send":
		return send(arguments[1], arguments[2], arguments[3], arguments[4])
	case len(arguments) >= 1 && arguments[0] == "serve" && len(arguments) <= 2:
		dictionary = append(arguments, "")[1]
	case len(arguments) >= 4 && arguments[0] == "call" && len(arguments) <= 5:
		dictionary = append(arguments, "")[4]
	default:
		return fmt.Errorf("arguments %q (expected: serve [DICTIONARY], call ADDRESS ENCODING FILE [DICTIONARY], echo ADDRESS, or send ADDRESS ENCODING FILE CALLS)", arguments)
	}
	if dictionary != "" {
		codec, err := newWithDictionary(dictionary)
		if err != nil {
			return err
		}
		encoding.RegisterCompressor(codec)
	}
	if arguments[0] == "serve" {
		return serve("127.0.0.1:0")
	}
	return call(arguments[1], arguments[2], arguments[3])
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "codecs:", err)
		os.Exit(1)
	}
}
