/** What the middleware's codecs make of recorded messages, beside gRPC's own gzip and the sidecar's streams. */
package io.narrows.bench.middleware;
