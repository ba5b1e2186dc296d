package io.narrows.middleware;

import io.grpc.Metadata;
import io.grpc.Status;

/**
 * Recognises calls that a server refused for their encoding, as the specification of compression in gRPC asks for: UNIMPLEMENTED
 * with a list of what the server takes. Such a call has not reached its method. Text alone proves nothing, as an application
 * may answer UNIMPLEMENTED in any words after it has run.
 */
final class Refusal {
    private Refusal() {}

    /** Whether the server has listed what it takes, and the encoding is not in the list. */
    static boolean proven(String encoding, Status status, Metadata headers, Metadata trailers) {
        return status.getCode() == Status.Code.UNIMPLEMENTED && (lacks(encoding, headers) || lacks(encoding, trailers));
    }

    /** Whether the list that the metadata has, if it has one, is without the encoding. */
    static boolean lacks(String encoding, Metadata metadata) {
        String accepted = metadata == null ? null : metadata.get(Wire.ACCEPT_ENCODING);
        return accepted != null && !Wire.encodings(accepted).contains(encoding);
    }

    /**
     * Whether the call may have been refused, by a server that lists nothing but names the encoding, as those of Java, Go and
     * Rust do. That is enough to compress no further call, and not enough to make one again.
     */
    static boolean possible(String encoding, Status status, Metadata trailers) {
        String words = status.getDescription();
        return status.getCode() == Status.Code.UNIMPLEMENTED
                && (trailers == null || !trailers.containsKey(Wire.ACCEPT_ENCODING))
                && words != null
                && words.contains(encoding);
    }
}
