package io.narrows.tests.soak;

import io.narrows.tests.support.SidecarConfig;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The configuration of one of two sidecars, which capture for each other.
 *
 * @param peerLink address at which links to the other one are dialed
 * @param target destination of connections that the other one captured
 * @param unpack whether each rule that compresses also unpacks
 */
record SoakConfig(String node, String ip, String peer, String peerLink, String target, boolean unpack) {
    static final int FIRST_CAPTURE_PORT = 7000;
    private static final List<String> CODECS = List.of(
            "zstd, level: 1",
            "zstd, level: 6",
            "gzip, level: 6",
            "lz4",
            "lz4hc, level: 3",
            "snappy",
            "dense, level: 2, window: 256KiB",
            "dense, level: 1, window: 256KiB, shared-history: true",
            "none");
    /** One capture per class, one rule per class. */
    static final int CLASSES = CODECS.size();

    private static final List<String> EXTRAS =
            List.of("", "", "", ", min-size: 200B", ", linger: 1ms", ", window: 64KiB");

    private static final String UNPACK = ", unpack: [lz4, snappy, gzip, zstd]";

    /** Returns the configuration, with a policy derived from the random numbers. */
    String toYaml(SplittableRandom random) {
        int turn = random.nextInt(CLASSES);
        return """
                version: 1
                node: {id: %s, region: us-east-1, zone: zone-%s, host: host-%s}
                link: {listen: '%s:%d', plaintext: true, drain: 2s}
                targets: {app: '%s'}
                peers:
                  - {id: %s, region: us-east-1, zone: zone-%s, host: host-%s, link: '%s'}
                capture:
                %s
                policy:
                %s
                admin: {listen: '%s:%d', token-file: admin.token}
                """.formatted(
                        node,
                        node,
                        node,
                        ip,
                        SidecarConfig.LINK_PORT,
                        target,
                        peer,
                        peer,
                        peer,
                        peerLink,
                        lines(i -> "  - {listen: '%s:%d', peer: %s, target: app, class: class-%d}"
                                .formatted(ip, FIRST_CAPTURE_PORT + i, peer, i)),
                        lines(i -> rule(i, CODECS.get((i + turn) % CLASSES), random)),
                        ip,
                        SidecarConfig.ADMIN_PORT);
    }

    private String rule(int number, String codec, SplittableRandom random) {
        String extra = EXTRAS.get(random.nextInt(EXTRAS.size()));
        boolean fits =
                extra.isEmpty() || !codec.equals("none") && (!extra.contains("window") || codec.startsWith("zstd"));
        boolean unpacks = (unpack || random.nextInt(4) == 0) && !codec.equals("none");
        return "  - {class: class-%d, codec: %s%s%s}"
                .formatted(number, codec, fits ? extra : "", unpacks ? UNPACK : "");
    }

    private static String lines(IntFunction<String> line) {
        return IntStream.range(0, CLASSES).mapToObj(line).collect(Collectors.joining("\n"));
    }
}
