package io.narrows.middleware;

import io.grpc.Metadata;
import io.narrows.middleware.codec.EncodingName;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** What the server at the other end of one connection takes, as far as it has said. Safe for use by many threads. */
final class Connection {
    private final Remote remote;
    private final Set<String> refused = new HashSet<>();
    private volatile String heard;
    private volatile Set<String> accepted;

    Connection(Remote remote) {
        this.remote = remote;
    }

    Remote remote() {
        return remote;
    }

    /** Whether it has answered a call. */
    boolean known() {
        return accepted != null;
    }

    boolean accepts(String encoding) {
        Set<String> now = accepted;
        return now != null && now.contains(encoding);
    }

    /**
     * Learns from the headers of a response. A server that lists nothing takes at least what it compresses with itself.
     *
     * @return whether that was new
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

    /** Remembers for as long as the connection lives that an encoding was refused, whatever is said later. */
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
