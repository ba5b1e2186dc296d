package io.narrows.config;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the links between sidecars.
 *
 * @param listen address for incoming links
 * @param tls empty for links in plain text
 * @param plaintext whether the file explicitly allows plain text, which a listener that is not on loopback requires
 * @param maxLinks maximum number of simultaneous links, of both directions
 * @param minIdle connections to each peer, with a completed HELLO, that wait for the next captured connection, 0 to 64
 * @param drain how long links may continue after the sidecar stops or their peer is removed
 * @param threads event loops; 0 for one per processor
 * @param tcpMss maximum bytes of a TCP segment on links that this sidecar opens (TCP_MAXSEG); 0 for the limit of the
 *     route
 * @param contextMemory maximum total bytes of all compression contexts of the process
 * @param warmUp how long to carry synthetic traffic at startup, so that the JVM compiles the hot code; zero disables it, and
 *     {@link Config#warmUp()} has the default
 * @param placeCheck whether a peer that announces a place other than its configured one is refused
 * @param liveness how long a peer, target or application that owes an answer may be silent before it counts as dead; 3 s to
 *     10 min
 */
public record LinkSettings(
        HostPort listen,
        Optional<TlsFiles> tls,
        boolean plaintext,
        int maxLinks,
        int minIdle,
        Duration drain,
        TransportKind transport,
        int threads,
        int tcpMss,
        long contextMemory,
        Optional<Duration> warmUp,
        PlaceMode placeCheck,
        Duration liveness) {
    public static final int DEFAULT_MAX_LINKS = 10_000;
    public static final int DEFAULT_MIN_IDLE = 1;
    public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(30);
    public static final long DEFAULT_CONTEXT_MEMORY = 256L << 20;
    public static final Duration DEFAULT_WARM_UP = Duration.ofSeconds(2);

    /** With TLS of databases, for which the JVM compiles several times as much code. */
    public static final Duration DEFAULT_WARM_UP_WITH_TLS = Duration.ofSeconds(10);

    public static final Duration DEFAULT_LIVENESS = Duration.ofSeconds(12);

    /** Returns plain-text settings with defaults for everything but the address. */
    public static LinkSettings listening(HostPort listen) {
        return new LinkSettings(
                listen,
                Optional.empty(),
                false,
                DEFAULT_MAX_LINKS,
                DEFAULT_MIN_IDLE,
                DEFAULT_DRAIN,
                TransportKind.AUTO,
                0,
                0,
                DEFAULT_CONTEXT_MEMORY,
                Optional.empty(),
                PlaceMode.WARN,
                DEFAULT_LIVENESS);
    }
}
