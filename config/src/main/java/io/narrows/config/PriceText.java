package io.narrows.config;

/** The price of the traffic between two nodes and its origin, as lines of an explanation. */
final class PriceText {
    private PriceText() {}

    /**
     * Returns the price that counts, with its origin; below it the price before the discount, the parts of both ends, an
     * assumption about a region, and the source of a preset, as far as they apply.
     */
    static String of(Location from, Location to, Tariff tariff) {
        return "price        " + tariff.price(from, to) + " (" + origins(from, to, tariff) + ")\n" + discount(tariff)
                + ends(from, to, tariff)
                + AssumedPrice.between(from, to, tariff)
                        .map(assumed -> "assumed      " + assumed + "\n")
                        .orElse("")
                + source(from, to, tariff);
    }

    private static String origins(Location from, Location to, Tariff tariff) {
        String own = tariff.origin(from, to);
        String other = tariff.origin(to, from);
        return tariff.bothEnds() && !own.equals(other) ? own + "; other end: " + other : own;
    }

    private static String discount(Tariff tariff) {
        double percent = tariff.discount().transfer();
        return percent == 0 ? "" : "discount     " + Price.amount(percent) + " % is taken off (tariff.discount)\n";
    }

    private static String ends(Location from, Location to, Tariff tariff) {
        return tariff.bothEnds()
                ? "both ends    this node pays " + tariff.ownPrice(from, to) + ", and the peer "
                        + tariff.ownPrice(to, from) + " (tariff.both-ends)\n"
                : "";
    }

    private static String source(Location from, Location to, Tariff tariff) {
        boolean listed = tariff.isPreset(from, to) || tariff.bothEnds() && tariff.isPreset(to, from);
        return listed
                ? "source       docs/tariffs.md, checked " + Preset.CHECKED + "; compare with "
                        + tariff.preset().source() + "\n"
                : "";
    }
}
