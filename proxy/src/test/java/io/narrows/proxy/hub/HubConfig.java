package io.narrows.proxy.hub;

import java.util.StringJoiner;

/**
 * The configurations of a hub soak. The distance decides the codec: a third of the peers are in another region (dense),
 * a third in another zone (gzip), and a third in the hub's zone (zstd).
 */
final class HubConfig {
    static final String HUB = "hub";

    private static final String[] PLACES = {
        "region: us, zone: us-1", "region: us, zone: us-2", "region: eu, zone: eu-1",
    };

    private static final String POLICY = """
            policy:
              - {tier: same-zone, codec: zstd, level: 3}
              - {tier: cross-zone, codec: gzip, level: 6}
              - {tier: cross-region, codec: dense, level: 2%s}
            """;

    private HubConfig() {}

    static String peer(int number) {
        return "peer-" + number;
    }

    static String hostile(int number) {
        return "hostile-" + number;
    }

    /** Returns the hub's configuration, with the default of every limit. */
    static String ofHub(HubOptions options) {
        StringJoiner peers = new StringJoiner("\n");
        for (int i = 1; i <= options.peers(); i++) {
            peers.add(peerLine(peer(i), i, HubAddresses.ofPeer(i).toString()));
        }
        for (int i = 1; i <= options.hostile(); i++) {
            peers.add(peerLine(hostile(i), i, HubAddresses.ofHostile(i).toString()));
        }
        return """
                version: 1
                node: {id: hub, region: us, zone: us-1, host: hub}
                link: {listen: '%s'}
                targets: {prompt: '%s', slow: '%s', deaf: '%s'}
                peers:
                %s
                %sadmin: {listen: '%s'}
                """.formatted(
                        HubAddresses.LINK,
                        HubAddresses.PROMPT,
                        HubAddresses.SLOW,
                        HubAddresses.DEAF,
                        peers,
                        POLICY.formatted(""),
                        HubAddresses.ADMIN);
    }

    /** Returns the configuration of a hub whose links all use dense, with the default of every limit. */
    static String ofDenseHub(int peers) {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 1; i <= peers; i++) {
            lines.add(peerLine(peer(i), i, HubAddresses.ofPeer(i).toString()));
        }
        return """
                version: 1
                node: {id: hub, region: us, zone: us-1, host: hub}
                link: {listen: '%s', min-idle: 0, warm-up: 0s, drain: 1s}
                targets: {prompt: '%s'}
                peers:
                %s
                policy: [{codec: dense, level: 2}]
                admin: {listen: '%s'}
                """.formatted(HubAddresses.LINK, HubAddresses.PROMPT, lines, HubAddresses.ADMIN);
    }

    /** Returns the configuration of a peer of such a hub. */
    static String ofDensePeer(int number) {
        return """
                version: 1
                node: {id: %s, %s, host: %s}
                link: {listen: '%s', min-idle: 0, context-memory: 64MiB}
                targets: {none: '127.0.0.1:1'}
                peers: [{id: hub, region: us, zone: us-1, host: hub, link: '%s'}]
                policy: [{codec: dense, level: 2}]
                """.formatted(peer(number), place(number), peer(number), HubAddresses.ofPeer(number), HubAddresses.LINK);
    }

    private static String peerLine(String id, int number, String link) {
        return "  - {id: %s, %s, host: %s, link: '%s'}".formatted(id, place(number), id, link);
    }

    private static String place(int number) {
        return PLACES[number % PLACES.length];
    }

    /** Returns the configuration of an ordinary peer. Its windows are small, since one process has thousands of them. */
    static String ofPeer(int number) {
        return """
                version: 1
                node: {id: %s, %s, host: %s}
                link: {listen: '%s', min-idle: 0, context-memory: 1GiB}
                targets: {none: '127.0.0.1:1'}
                peers: [{id: hub, region: us, zone: us-1, host: hub, link: '%s'}]
                %s""".formatted(
                        peer(number),
                        place(number),
                        peer(number),
                        HubAddresses.ofPeer(number),
                        HubAddresses.LINK,
                        POLICY.formatted(", window: 128KiB"));
    }
}
