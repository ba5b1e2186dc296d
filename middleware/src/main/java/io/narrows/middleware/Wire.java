package io.narrows.middleware;

import io.grpc.Metadata;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The metadata keys used by the middleware. */
final class Wire {
    /** Accepted encodings, separated by commas. */
    static final Metadata.Key<String> ACCEPT_ENCODING =
            Metadata.Key.of("grpc-accept-encoding", Metadata.ASCII_STRING_MARSHALLER);

    /** The encoding of the compressed messages. */
    static final Metadata.Key<String> ENCODING = Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

    /** The id of the calling node. */
    static final Metadata.Key<String> NODE = Metadata.Key.of("narrows-node", Metadata.ASCII_STRING_MARSHALLER);

    private Wire() {}

    /** Parses an {@link #ACCEPT_ENCODING} header; empty for null. */
    static Set<String> encodings(@Nullable String accepted) {
        Set<String> encodings = new HashSet<>();
        if (accepted != null) {
            for (String encoding : accepted.split(",", -1)) {
                encodings.add(encoding.strip());
            }
        }
        return encodings;
    }
}
