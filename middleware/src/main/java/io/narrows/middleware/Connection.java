package io.narrows.middleware;

import io.grpc.Metadata;
import io.narrows.middleware.codec.EncodingName;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The encodings known to be accepted by the server of one connection. Safe for use by many threads. */
final class Connection {
    private final Remote remote;
    private final Set<String> refused = new HashSet<>();
    private volatile @Nullable String heard;
    private volatile @Nullable Set<String> accepted;

    Connection(Remote remote) {
        this.remote = remote;
    }

    Remote remote() {
        return remote;
    }

    /** Returns whether the server has answered a call. */
    boolean known() {
        return accepted != null;
    }

    boolean accepts(String encoding) {
        Set<String> now = accepted;
        return now != null && now.contains(encoding);
    }

    /**
     * Learns from the headers of a response. A server that lists no encodings accepts at least the one that it uses itself.
     *
     * @return whether something new was learned
     */
    boolean learn(Metadata headers) {
        String list = headers.get(Wire.ACCEPT_ENCODING);
        String said =
                list != null ? list : Objects.requireNonNullElse(headers.get(Wire.ENCODING), EncodingName.IDENTITY);
        if (said.equals(heard)) {
            return false;
        }
        return heard(said);
    }

    /** Remembers a refused encoding for the lifetime of the connection, whatever the server advertises later. */
    synchronized void refuse(String encoding) {
        refused.add(encoding);
        Set<String> left = new HashSet<>(accepted == null ? Set.of() : accepted);
        left.remove(encoding);
        accepted = Set.copyOf(left);
    }

    private synchronized boolean heard(String said) {
        Set<String> encodings = Wire.encodings(said);
        encodings.removeAll(refused);
        accepted = Set.copyOf(encodings);
        heard = said;
        return true;
    }
}
