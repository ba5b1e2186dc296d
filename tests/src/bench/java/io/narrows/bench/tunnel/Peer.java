package io.narrows.bench.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A kind of tunnel, under the name that tables have for it. */
public sealed interface Peer permits DirectPeer, HaproxyPeer, SocatPeer, SshPeer, NarrowsPeer {
    String label();

    /** The programs that it runs, each with the Debian package that brings it. */
    Map<String, String> programs();

    /** Whether it is slower when it has just started. */
    default boolean warmsUp() {
        return false;
    }

    /** Whether its ends, which listen, say that they are ready. */
    default boolean ready(Route route) throws IOException {
        return true;
    }

    /** Whether the bytes on its wire may be fewer than those of the application. */
    default boolean compresses() {
        return false;
    }

    /**
     * What to run for a tunnel on that route; nothing where the client dials the server itself.
     *
     * @param directory takes configurations and keys
     */
    Optional<Ends> ends(Route route, Path directory) throws IOException;
}
