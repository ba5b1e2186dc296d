package io.narrows.lab.load;

import java.time.Instant;
import java.util.List;

/** The parts of the cluster that objects refer to: namespaces, applications with their versions, nodes. */
final class Fleet {
    static final List<String> NAMESPACES = List.of(
            "payments",
            "checkout",
            "catalog",
            "search",
            "identity",
            "orders",
            "shipping",
            "notifications",
            "analytics",
            "billing",
            "monitoring",
            "ingress");

    static final List<String> APPLICATIONS = List.of(
            "api-gateway",
            "order-service",
            "inventory-worker",
            "session-cache",
            "price-engine",
            "image-resizer",
            "mail-sender",
            "fraud-detector",
            "invoice-renderer",
            "feature-flags",
            "audit-log",
            "user-profile",
            "recommendation-model",
            "webhook-dispatcher",
            "report-builder",
            "rate-limiter");

    static final List<String> TIERS = List.of("frontend", "backend", "worker", "cache");

    /** Replica sets of an application, one per version that is being rolled out or kept. */
    static final int VERSIONS = 3;

    /** Nodes on which pods run, regardless of the number of node Leases. */
    private static final int NODES = 64;

    private static final Instant BEGINNING = Instant.parse("2026-01-05T08:00:00Z");

    private Fleet() {}

    static String node(int number) {
        return "ip-10-0-" + number / 250 + "-" + (4 + number % 250) + ".eu-west-1.compute.internal";
    }

    static int anyNode(RandomSource random) {
        return random.below(NODES);
    }

    /** Returns a time on the cluster's own clock rather than the machine's, so that objects are reproducible. */
    static Instant at(long seconds) {
        return BEGINNING.plusSeconds(seconds);
    }
}
