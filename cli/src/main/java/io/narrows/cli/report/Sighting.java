package io.narrows.cli.report;

/**
 * The time in which a target was scraped as a sidecar of one node.
 *
 * @param tariff the last one in that time
 * @param first in seconds since 1970
 * @param last in seconds since 1970
 */
record Sighting(Target target, TariffInfo tariff, double first, double last) {
    String node() {
        return tariff.node();
    }

    /** Returns both times as one, with the later tariff. */
    Sighting plus(Sighting other) {
        return new Sighting(
                target,
                last < other.last ? other.tariff : tariff,
                Math.min(first, other.first),
                Math.max(last, other.last));
    }

    boolean overlaps(Sighting other) {
        return first < other.last && other.first < last;
    }
}
