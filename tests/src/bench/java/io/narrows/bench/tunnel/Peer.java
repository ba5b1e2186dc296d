package io.narrows.bench.tunnel;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A kind of tunnel, under its name in tables. */
public sealed interface Peer permits DirectPeer, HaproxyPeer, SocatPeer, SshPeer, NarrowsPeer {
    /** In labels of peers whose client and server speak TLS. */
    String TLS_LABEL = ", TLS through";

    /** The program that creates certificates, with its Debian package. */
    Map<String, String> CERTIFICATE_PROGRAMS = Map.of("openssl", "openssl");

    String label();

    /** Returns the programs that it runs, each with its Debian package. */
    Map<String, String> programs();

    /** Returns whether it is slower just after its start. */
    default boolean warmsUp() {
        return false;
    }

    /** Returns whether its ends, which are listening, report that they are ready. */
    default boolean ready(Route route) throws IOException {
        return true;
    }

    /** Returns whether its wire may carry fewer bytes than the application. */
    default boolean compresses() {
        return false;
    }

    /**
     * Returns the route that its client takes, on the same ports.
     *
     * @param directory for certificates of client and server
     */
    default Route route(Route ports, Path directory) throws IOException {
        return ports;
    }

    /**
     * Makes the kernel hand the client's connections to the ingress end, which listens, where the route asks for that.
     *
     * @param directory the same as that of the ends
     * @return undoes it
     */
    default Closeable intercept(Route route, Path directory) throws IOException {
        return () -> {};
    }

    /**
     * Returns the commands of a tunnel on that route; empty if the client dials the server itself.
     *
     * @param directory for configurations and keys
     */
    Optional<Ends> ends(Route route, Path directory) throws IOException;
}
