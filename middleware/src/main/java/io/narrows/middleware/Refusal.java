package io.narrows.middleware;

import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes calls that a server refused for their encoding, as gRPC's compression specification requires: UNIMPLEMENTED
 * with the list of accepted encodings. Such a call has not reached its method. The description alone is no proof, since an
 * application may return UNIMPLEMENTED with any description after it has run.
 */
final class Refusal {
    private Refusal() {}

    /** Returns whether the server listed its accepted encodings and this one is not among them. */
    static boolean proven(String encoding, Status status, @Nullable Metadata headers, @Nullable Metadata trailers) {
        return status.getCode() == Status.Code.UNIMPLEMENTED && (lacks(encoding, headers) || lacks(encoding, trailers));
    }

    /** Returns whether the metadata has a list of accepted encodings without this one. */
    static boolean lacks(String encoding, @Nullable Metadata metadata) {
        String accepted = metadata == null ? null : metadata.get(Wire.ACCEPT_ENCODING);
        return accepted != null && !Wire.encodings(accepted).contains(encoding);
    }

    /**
     * Returns whether the call may have been refused by a server that names the encoding without listing the accepted ones,
     * as gRPC for Java, Go and Rust does. That is enough to stop compressing, but not to repeat the call.
     */
    static boolean possible(String encoding, Status status, @Nullable Metadata trailers) {
        String words = status.getDescription();
        return status.getCode() == Status.Code.UNIMPLEMENTED
                && (trailers == null || !trailers.containsKey(Wire.ACCEPT_ENCODING))
                && words != null
                && words.contains(encoding);
    }
}
