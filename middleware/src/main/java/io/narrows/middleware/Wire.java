package io.narrows.middleware;

import io.grpc.Metadata;
import java.util.HashSet;
import java.util.Set;

/** Headers of calls that matter here. */
final class Wire {
    /** What an end takes, with commas between. */
    static final Metadata.Key<String> ACCEPT_ENCODING =
            Metadata.Key.of("grpc-accept-encoding", Metadata.ASCII_STRING_MARSHALLER);

    /** How messages are compressed, where they are. */
    static final Metadata.Key<String> ENCODING = Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

    /** The id of the node that calls. */
    static final Metadata.Key<String> NODE = Metadata.Key.of("narrows-node", Metadata.ASCII_STRING_MARSHALLER);

    private Wire() {}

    /** The encodings of an {@link #ACCEPT_ENCODING}; none of null. */
    static Set<String> encodings(String accepted) {
        Set<String> encodings = new HashSet<>();
        if (accepted != null) {
            for (String encoding : accepted.split(",", -1)) {
                encodings.add(encoding.strip());
            }
        }
        return encodings;
    }
}
