package io.narrows.config;

import java.net.URI;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;

/**
 * A provider's list prices as of {@link #DATE}, with sources in docs/tariffs.md: an estimate to override, not a bill.
 *
 * <p>All presets price traffic within a zone at zero. A region without a figure gets the provider's lowest price between
 * regions, so that savings are not overstated.
 */
public enum Preset {
    AWS(
            "aws",
            new Price(0.01, 0.01, GbUnit.GB),
            new AwsPrices(),
            URI.create("https://aws.amazon.com/ec2/pricing/on-demand/")),
    GCP(
            "gcp",
            new Price(0.01, 0, GbUnit.GIB),
            new GcpPrices(),
            URI.create("https://cloud.google.com/vpc/network-pricing")),
    AZURE(
            "azure",
            new Price(0, 0, GbUnit.GB),
            new AzurePrices(),
            URI.create("https://azure.microsoft.com/pricing/details/bandwidth/")),
    AZURE_PEERING(
            "azure-peering",
            new Price(0, 0, GbUnit.GB),
            new AzurePeeringPrices(),
            URI.create("https://azure.microsoft.com/pricing/details/virtual-network/"));

    public static final YearMonth DATE = YearMonth.of(2026, 11);

    /** The day on which the prices were last compared with their sources, as docs/tariffs.md describes. */
    public static final LocalDate CHECKED = LocalDate.of(2026, 11, 26);

    /** The presets by their names in files. */
    public static final Map<String, Preset> BY_LABEL = Ordered.by(Preset::label, values());

    private final String label;
    private final Price crossZone;
    private final PriceList crossRegion;
    private final URI source;

    Preset(String label, Price crossZone, PriceList crossRegion, URI source) {
        this.label = label;
        this.crossZone = crossZone;
        this.crossRegion = crossRegion;
        this.source = source;
    }

    /** Returns the name in files, metrics and messages. */
    public String label() {
        return label;
    }

    /** Returns the provider's own page of these prices. */
    public URI source() {
        return source;
    }

    /** Returns the size of a gigabyte in this provider's list. */
    public GbUnit unit() {
        return crossZone.unit();
    }

    /** Returns the price that a node at {@code from} pays for its traffic with a node at {@code to}. */
    Price price(Location from, Location to) {
        return switch (Tier.between(from, to)) {
            case SAME_HOST, SAME_ZONE -> new Price(0, 0, unit());
            case CROSS_ZONE -> crossZone;
            case CROSS_REGION -> crossRegion.between(from.region(), to.region()).orElseGet(crossRegion::lowest);
        };
    }

    /** Returns whether the list has figures for a region. */
    boolean knows(String region) {
        return crossRegion.knows(region);
    }
}
