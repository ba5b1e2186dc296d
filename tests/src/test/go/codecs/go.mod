module narrows.io/codecs

go 1.19

require (
	github.com/klauspost/compress v1.17.8
	github.com/mostynb/go-grpc-compression v1.2.3
	google.golang.org/grpc v1.64.0
)

require (
	github.com/golang/snappy v0.0.4 // indirect
	github.com/pierrec/lz4/v4 v4.1.21 // indirect
	golang.org/x/net v0.22.0 // indirect
	golang.org/x/sys v0.18.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20240318140521-94a12d6c2237 // indirect
	google.golang.org/protobuf v1.34.1 // indirect
)
