package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import java.util.Set;

/**
 * A node and its tariff, as in {@code narrows_tariff_info}.
 *
 * @param asOf month of the preset's prices
 * @param unit the preset's gigabyte, {@code GB} or {@code GiB}
 * @param transferDiscount percent off the prices of traffic
 * @param computeDiscount percent off the price of processors
 * @param bothEnds whether dollars include what the peers pay
 */
record TariffInfo(
        String node,
        String region,
        String zone,
        String preset,
        String asOf,
        String unit,
        double transferDiscount,
        double computeDiscount,
        boolean bothEnds) {
    static final String METRIC = "narrows_tariff_info";
    static final Set<String> LABELS = Set.of(
            "node", "region", "zone", "preset", "as_of", "unit", "transfer_discount", "compute_discount", "both_ends");

    private static final double GIB = 1L << 30;
    private static final double GB = 1e9;

    static TariffInfo of(Sample sample) {
        return new TariffInfo(
                sample.label("node"),
                sample.label("region"),
                sample.label("zone"),
                sample.label("preset"),
                sample.label("as_of"),
                sample.label("unit"),
                percent(sample, "transfer_discount"),
                percent(sample, "compute_discount"),
                sample.label("both_ends").equals("true"));
    }

    private static double percent(Sample sample, String label) {
        String text = sample.label(label);
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    double gigabyte() {
        return unit.equals("GiB") ? GIB : GB;
    }

    /** Returns the cost at list prices of what cost so much after the discount for traffic. */
    double listTransferUsd(double usd) {
        return beforeDiscount(usd, transferDiscount);
    }

    /** Returns the cost at the list price of processor time that cost so much after its discount. */
    double listComputeUsd(double usd) {
        return beforeDiscount(usd, computeDiscount);
    }

    private static double beforeDiscount(double usd, double percent) {
        return percent == 0 ? usd : usd / (1 - percent / 100);
    }
}
