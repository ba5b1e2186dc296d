/** Compares the middleware's codecs on recorded messages with gRPC's own gzip and the sidecar's streams. */
package io.narrows.bench.middleware;
