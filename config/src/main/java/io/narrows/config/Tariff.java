package io.narrows.config;

import java.util.List;
import java.util.Map;

/**
 * What traffic, processors and storage cost, in US dollars: a preset and what the user knows better.
 *
 * @param tiers prices that stand in for the preset's
 * @param regions prices of single pairs of regions, which stand in for both
 * @param cpuCoreHour one processor core for one hour
 * @param storageGbMonth one gigabyte (of the preset's unit) stored for one month
 */
public record Tariff(
        Preset preset, Map<Tier, Price> tiers, List<RegionPrice> regions, double cpuCoreHour, double storageGbMonth) {
    public static final double DEFAULT_CPU_CORE_HOUR = 0.04;
    public static final double DEFAULT_STORAGE_GB_MONTH = 0.08;

    /** What holds when a file has no {@code tariff}. */
    public static final Tariff STANDARD = of(Preset.AWS);

    public Tariff {
        tiers = Map.copyOf(tiers);
        regions = List.copyOf(regions);
    }

    public static Tariff of(Preset preset) {
        return new Tariff(preset, Map.of(), List.of(), DEFAULT_CPU_CORE_HOUR, DEFAULT_STORAGE_GB_MONTH);
    }

    /** What a node at {@code from} pays for its traffic with a node at {@code to}; the other end pays its own. */
    public Price price(Location from, Location to) {
        for (RegionPrice pair : regions) {
            if (pair.from().equals(from.region()) && pair.to().equals(to.region())) {
                return pair.price();
            }
        }
        Price tier = tiers.get(Tier.between(from, to));
        return tier != null ? tier : preset.price(from, to);
    }

    /** {@code aws 2026-11}. */
    public String name() {
        return preset.label() + " " + Preset.DATE;
    }
}
