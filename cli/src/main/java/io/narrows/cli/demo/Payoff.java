package io.narrows.cli.demo;

import io.narrows.cli.sidecar.Counters;
import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.Preset;
import io.narrows.config.Price;
import io.narrows.config.Tariff;
import java.util.List;

/**
 * What a slow codec gains instead of a faster one, at AWS's prices, when the processor time of both ends is paid. Wire bytes
 * and processor time both grow with what is sent, so the price of a processor decides whether it pays, and what one thread
 * encodes decides up to which rate.
 *
 * @param bytesSaved of each app byte
 * @param cpuSecondsPerGb processor time that a GB of the application takes more; may be negative
 * @param crossZoneUsdPerGb what is left of the saving for a GB of the application; may be negative
 * @param crossRegionUsdPerGb likewise
 * @param breakEvenCoreHour dollars of a core-hour above which it does not pay between regions; NaN when it takes no more
 *     processor time
 * @param paysUpTo bytes per second of the application on one connection; 0 when it does not pay between regions
 */
record Payoff(
        String codec,
        String insteadOf,
        double bytesSaved,
        double cpuSecondsPerGb,
        double crossZoneUsdPerGb,
        double crossRegionUsdPerGb,
        double breakEvenCoreHour,
        double paysUpTo) {
    private static final double GB = 1e9;
    private static final double SECONDS_PER_HOUR = 3600;
    private static final Tariff AWS = Tariff.of(Preset.AWS);
    private static final Location HERE = new Location("us-east-1", "use1-az1", "here");
    private static final Location OTHER_ZONE = new Location("us-east-1", "use1-az2", "there");
    private static final Location OTHER_REGION = new Location("eu-west-1", "euw1-az1", "there");

    /** Those of the slowest codec beside gzip and zstd at the levels that policies have; none before it was tried. */
    static List<Payoff> ofDensest(List<CodecFigures> tried) {
        String slow = Codec.DENSE.label() + ":2";
        return tried.stream()
                .filter(figures -> figures.codec().equals(slow))
                .flatMap(dense -> tried.stream()
                        .filter(other -> List.of("gzip:6", "zstd:1", "zstd:3").contains(other.codec()))
                        .map(other -> of(dense, other)))
                .toList();
    }

    static Payoff of(CodecFigures slow, CodecFigures fast) {
        Counters own = slow.counted();
        Counters other = fast.counted();
        double bytesSaved = other.wireBytes() / other.appBytes() - own.wireBytes() / own.appBytes();
        double cpuSeconds = own.codecSeconds() / own.appBytes() - other.codecSeconds() / other.appBytes();
        double cpuUsd = cpuSeconds * AWS.cpuCoreHour() / SECONDS_PER_HOUR;
        double region = bytesSaved * usdPerByte(OTHER_REGION);
        double zone = bytesSaved * usdPerByte(OTHER_ZONE);
        return new Payoff(
                slow.codec(),
                fast.codec(),
                bytesSaved,
                cpuSeconds * GB,
                (zone - cpuUsd) * GB,
                (region - cpuUsd) * GB,
                cpuSeconds > 0 ? region / cpuSeconds * SECONDS_PER_HOUR : Double.NaN,
                region > cpuUsd ? own.appBytes() / own.compressSeconds() : 0);
    }

    /** What both nodes together pay. */
    private static double usdPerByte(Location there) {
        Price sender = AWS.price(HERE, there);
        Price receiver = AWS.price(there, HERE);
        return sender.sentPerByte() + receiver.receivedPerByte();
    }
}
