package io.narrows.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prices of traffic, processors and storage, in US dollars: a preset with the user's overrides, less a discount.
 *
 * @param tiers prices that override the preset's
 * @param regions prices of single pairs of regions, which override both
 * @param bothEnds whether traffic also costs what the node at its other end pays
 * @param listCpuCoreHour one processor core for one hour, before the discount
 * @param storageGbMonth one gigabyte (of the preset's unit) stored for one month
 */
public record Tariff(
        Preset preset,
        Map<Tier, Price> tiers,
        List<RegionPrice> regions,
        Discount discount,
        boolean bothEnds,
        double listCpuCoreHour,
        double storageGbMonth) {
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
        return new Tariff(
                preset, Map.of(), List.of(), Discount.NONE, false, DEFAULT_CPU_CORE_HOUR, DEFAULT_STORAGE_GB_MONTH);
    }

    /**
     * Returns the price of the traffic of a node at {@code from} with a node at {@code to}: what the first one pays, and with
     * {@link #bothEnds} also what the other one pays.
     */
    public Price price(Location from, Location to) {
        Price own = ownPrice(from, to);
        return bothEnds ? own.plusOtherEnd(ownPrice(to, from)) : own;
    }

    /** Returns the price that a node at {@code from} pays for its traffic with a node at {@code to}, after the discount. */
    public Price ownPrice(Location from, Location to) {
        return listPrice(from, to).less(discount.transfer());
    }

    /**
     * Returns the price of a byte from a node at {@code from} to a node at {@code to}: what the sender and the receiver pay
     * together, after the discount. {@link #bothEnds} does not change it.
     */
    public double usdPerByteOfBothEnds(Location from, Location to) {
        return ownPrice(from, to).sentPerByte() + ownPrice(to, from).receivedPerByte();
    }

    /** Returns the price that a node at {@code from} pays for its traffic with a node at {@code to}, before the discount. */
    Price listPrice(Location from, Location to) {
        return pair(from, to)
                .map(RegionPrice::price)
                .or(() -> Optional.ofNullable(tiers.get(Tier.between(from, to))))
                .orElseGet(() -> preset.price(from, to));
    }

    private Optional<RegionPrice> pair(Location from, Location to) {
        return regions.stream()
                .filter(pair -> pair.from().equals(from.region()) && pair.to().equals(to.region()))
                .findFirst();
    }

    /** Returns the price of one processor core for one hour, after the discount. */
    public double cpuCoreHour() {
        return Discount.off(listCpuCoreHour, discount.compute());
    }

    /** Returns where the list price comes from: the name of the preset, or the key that overrides it. */
    String origin(Location from, Location to) {
        Tier tier = Tier.between(from, to);
        return pair(from, to)
                .map(pair -> "tariff.regions, " + pair.from() + " to " + pair.to())
                .orElseGet(() -> tiers.containsKey(tier) ? "tariff." + tier.label() : name());
    }

    /** Returns whether the preset prices this traffic, and not the file. */
    boolean isPreset(Location from, Location to) {
        return pair(from, to).isEmpty() && !tiers.containsKey(Tier.between(from, to));
    }

    /**
     * Returns the regions of two nodes if the preset prices their traffic but has no figure for that pair, and so uses its
     * lowest price for the distance.
     */
    public List<String> unknownRegions(Location from, Location to) {
        Tier tier = Tier.between(from, to);
        boolean assumed = isPreset(from, to) || bothEnds && isPreset(to, from);
        if (!assumed || tier == Tier.SAME_HOST || tier == Tier.SAME_ZONE) {
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
                .flatMap(pair -> otherRegion(pair, from.region()).stream())
                .map(region -> new Location(region, ANY, ANY));
        return Stream.concat(byTier, byPair)
                .min(Comparator.comparingDouble(to -> total(price(from, to))))
                .orElseThrow();
    }

    /** Returns the other region of a pair whose price counts for a node in {@code region}. */
    private Optional<String> otherRegion(RegionPrice pair, String region) {
        if (pair.from().equals(region)) {
            return Optional.of(pair.to());
        }
        return bothEnds && pair.to().equals(region) ? Optional.of(pair.from()) : Optional.empty();
    }

    private static double total(Price price) {
        return price.sentPerGb() + price.receivedPerGb();
    }

    /** Returns {@code aws 2026-11}. */
    public String name() {
        return preset.label() + " " + Preset.DATE;
    }
}
