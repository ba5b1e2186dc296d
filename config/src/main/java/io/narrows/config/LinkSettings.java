package io.narrows.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How this sidecar links to others.
 *
 * @param listen where links of other sidecars arrive
 * @param tls empty when links are in the clear
 * @param plaintext whether the file says so itself; a listener that is not on loopback has to
 * @param maxLinks the most links at a time, of both directions
 * @param ready connections to each peer that wait with their HELLO done, 0 to 64
 * @param drain how long running links may go on when the sidecar stops, or when their peer was taken away
 * @param threads event loops; 0 for one per processor
 * @param maxSegment the most bytes of a TCP segment of a link that this sidecar opens, as TCP_MAXSEG has it; 0 for what the route
 *     allows
 * @param contextMemory the most bytes that all compression contexts of the process may take
 * @param warmUp how long made-up traffic is carried at the start, for the JVM to compile what matters; zero is not at all
 * @param place whether a peer that announces another place than its configured one is refused
 * @param liveness how long a peer, target or application may be silent when it should answer before it counts as dead; 3 s to
 *     10 min
 */
public record LinkSettings(
        HostPort listen,
        Optional<TlsFiles> tls,
        boolean plaintext,
        int maxLinks,
        int ready,
        Duration drain,
        TransportKind transport,
        int threads,
        int maxSegment,
        long contextMemory,
        Duration warmUp,
        PlaceMode place,
        Duration liveness) {
    public static final int DEFAULT_MAX_LINKS = 10_000;
    public static final int DEFAULT_READY = 1;
    public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(30);
    public static final long DEFAULT_CONTEXT_MEMORY = 256L << 20;
    public static final Duration DEFAULT_WARM_UP = Duration.ofSeconds(2);
    public static final Duration DEFAULT_LIVENESS = Duration.ofSeconds(12);

    /** The defaults of everything but the address, in the clear. */
    public static LinkSettings listening(HostPort listen) {
        return new LinkSettings(
                listen,
                Optional.empty(),
                false,
                DEFAULT_MAX_LINKS,
                DEFAULT_READY,
                DEFAULT_DRAIN,
                TransportKind.AUTO,
                0,
                0,
                DEFAULT_CONTEXT_MEMORY,
                DEFAULT_WARM_UP,
                PlaceMode.WARN,
                DEFAULT_LIVENESS);
    }
}
