package io.narrows.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Prices of traffic, processors and storage, in US dollars: a preset with the user's overrides.
 *
 * @param tiers prices that override the preset's
 * @param regions prices of single pairs of regions, which override both
 * @param cpuCoreHour one processor core for one hour
 * @param storageGbMonth one gigabyte (of the preset's unit) stored for one month
 */
public record Tariff(
        Preset preset, Map<Tier, Price> tiers, List<RegionPrice> regions, double cpuCoreHour, double storageGbMonth) {
    public static final double DEFAULT_CPU_CORE_HOUR = 0.04;
    public static final double DEFAULT_STORAGE_GB_MONTH = 0.08;

    private static final String ANY = "?";

    /** The tariff if the file has no {@code tariff}. */
    public static final Tariff STANDARD = of(Preset.AWS);

    public Tariff {
        tiers = Map.copyOf(tiers);
        regions = List.copyOf(regions);
    }

    public static Tariff of(Preset preset) {
        return new Tariff(preset, Map.of(), List.of(), DEFAULT_CPU_CORE_HOUR, DEFAULT_STORAGE_GB_MONTH);
    }

    /**
     * Returns the price that a node at {@code from} pays for its traffic with a node at {@code to}; the other end pays its
     * own.
     */
    public Price price(Location from, Location to) {
        for (RegionPrice pair : regions) {
            if (pair.from().equals(from.region()) && pair.to().equals(to.region())) {
                return pair.price();
            }
        }
        Price tier = tiers.get(Tier.between(from, to));
        return tier != null ? tier : preset.price(from, to);
    }

    /**
     * Returns the regions of two nodes if the preset prices their traffic but has no figure for that pair, and so uses its
     * lowest price for the distance.
     */
    public List<String> unknownRegions(Location from, Location to) {
        Tier tier = Tier.between(from, to);
        boolean priced = tiers.containsKey(tier)
                || regions.stream()
                        .anyMatch(pair ->
                                pair.from().equals(from.region()) && pair.to().equals(to.region()));
        if (priced || tier == Tier.SAME_HOST || tier == Tier.SAME_ZONE) {
            return List.of();
        }
        return Stream.of(from.region(), to.region())
                .distinct()
                .filter(region -> !region.equals(ANY) && !preset.knows(region))
                .toList();
    }

    /**
     * Returns the place whose traffic with a node at {@code from} costs that node least, sent and received together; on a tie
     * the nearest. Unspecified parts are {@value #ANY}, which is not a valid name of a node's place.
     */
    public Location cheapestPlace(Location from) {
        Stream<Location> byTier = Stream.of(
                from,
                new Location(from.region(), from.zone(), ANY),
                new Location(from.region(), ANY, ANY),
                new Location(ANY, ANY, ANY));
        Stream<Location> byPair = regions.stream()
                .filter(pair -> pair.from().equals(from.region()))
                .map(pair -> new Location(pair.to(), ANY, ANY));
        return Stream.concat(byTier, byPair)
                .min(Comparator.comparingDouble(to -> total(price(from, to))))
                .orElseThrow();
    }

    private static double total(Price price) {
        return price.sentPerGb() + price.receivedPerGb();
    }

    /** Returns {@code aws 2026-11}. */
    public String name() {
        return preset.label() + " " + Preset.DATE;
    }
}
