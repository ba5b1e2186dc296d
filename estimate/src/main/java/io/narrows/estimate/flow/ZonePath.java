package io.narrows.estimate.flow;

import io.narrows.config.Location;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import java.util.Comparator;

/**
 * The way between nodes of two zones.
 *
 * @param tier the distance of the nodes, which may be on one host
 */
public record ZonePath(Zone from, Zone to, Tier tier) implements Comparable<ZonePath> {
    private static final Comparator<ZonePath> ORDER =
            Comparator.comparing(ZonePath::from).thenComparing(ZonePath::to).thenComparing(ZonePath::tier);
    private static final String HOST = "a";
    private static final String OTHER_HOST = "b";

    /** Returns the way between two nodes. */
    public static ZonePath between(Location from, Location to) {
        return new ZonePath(Zone.of(from), Zone.of(to), Tier.between(from, to));
    }

    /** Returns the way between nodes on different hosts. */
    static ZonePath ofHosts(Zone from, Zone to) {
        return between(
                new Location(from.region(), from.zone(), HOST), new Location(to.region(), to.zone(), OTHER_HOST));
    }

    Location start() {
        return new Location(from.region(), from.zone(), HOST);
    }

    Location end() {
        return new Location(to.region(), to.zone(), tier == Tier.SAME_HOST ? HOST : OTHER_HOST);
    }

    /** Returns the price of a byte, of both ends together. */
    double usdPerByte(Tariff tariff) {
        return tariff.usdPerByteOfBothEnds(start(), end());
    }

    @Override
    public int compareTo(ZonePath other) {
        return ORDER.compare(this, other);
    }

    ZonePath back() {
        return new ZonePath(to, from, tier);
    }
}
