package io.narrows.middleware;

import io.grpc.Metadata;
import io.grpc.Status;

/**
 * Tells a server that does not know an encoding from one that does not know a method: both answer UNIMPLEMENTED before they
 * have run anything. The first lists what it takes, as the specification of compression in gRPC asks for, or names the encoding
 * in its words, as the servers of Java, Go, Rust and .NET do.
 */
final class Refusal {
    private Refusal() {}

    static boolean of(String encoding, Status status, Metadata trailers) {
        if (status.getCode() != Status.Code.UNIMPLEMENTED) {
            return false;
        }
        String accepted = trailers == null ? null : trailers.get(Wire.ACCEPT_ENCODING);
        if (accepted != null) {
            return !Wire.encodings(accepted).contains(encoding);
        }
        String words = status.getDescription();
        return words != null && words.contains(encoding);
    }
}
