package io.narrows.bench.tunnel;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Parses the names of peers on the command line. */
public final class Peers {
    private static final String NARROWS = "narrows:";
    private static final Map<String, Peer> FIXED = Map.of(
            "none", new DirectPeer(false),
            "none+tls", new DirectPeer(true),
            "haproxy", new HaproxyPeer(false, false),
            "haproxy+again", new HaproxyPeer(false, true),
            "haproxy+tls", new HaproxyPeer(true, false),
            "haproxy+tls+again", new HaproxyPeer(true, true),
            "socat", new SocatPeer(),
            "ssh", new SshPeer(false),
            "ssh-C", new SshPeer(true));

    private Peers() {}

    /**
     * Returns the peer of that name: {@code none[+tls]}, {@code haproxy[+tls][+again]}, {@code socat}, {@code ssh}, {@code ssh-C}, or
     * {@code narrows:CODEC[:LEVEL][+linger=DURATION][+mtls][+tls]} with {@code +jdk=MAJOR}, one change of {@link Jvm}, and
     * {@code +at=CHECKOUT} or {@code +far-at=CHECKOUT} for sidecars of another checkout.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Peer parse(String name) {
        if (name.startsWith(NARROWS)) {
            return NarrowsPeer.parse(name.substring(NARROWS.length()));
        }
        if (!FIXED.containsKey(name)) {
            throw new IllegalArgumentException("unknown peer '%s' (expected: %s or narrows:CODEC[:LEVEL])"
                    .formatted(name, String.join(", ", new TreeSet<>(FIXED.keySet()))));
        }
        return FIXED.get(name);
    }

    /** Returns the distinct Debian packages that these peers lack, in order. */
    public static List<String> missingPackages(List<Peer> peers, Predicate<String> installed) {
        return peers.stream()
                .flatMap(peer -> peer.programs().entrySet().stream())
                .filter(program -> !installed.test(program.getKey()))
                .map(Map.Entry::getValue)
                .distinct()
                .sorted()
                .toList();
    }
}
