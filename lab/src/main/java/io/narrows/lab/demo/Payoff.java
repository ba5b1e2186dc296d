package io.narrows.lab.demo;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.Preset;
import io.narrows.config.Tariff;
import io.narrows.lab.sidecar.Counters;
import java.util.List;

/**
 * The gain of a slow codec over a faster one, at AWS's prices and including processor time at both ends. Wire bytes and
 * processor time both grow with the bytes sent, so the price of a processor decides whether the codec pays off, and the
 * speed of one thread limits the rate up to which it does.
 *
 * @param bytesSaved per app byte
 * @param cpuSecondsPerGb additional processor time per GB of the application; may be negative
 * @param crossZoneUsdPerGb net saving per GB of the application; may be negative
 * @param crossRegionUsdPerGb likewise
 * @param breakEvenCoreHour dollars per core-hour above which it does not pay between regions; NaN if it takes no more
 *     processor time
 * @param paysUpTo bytes per second of the application on one connection; 0 if it does not pay between regions
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

    /** Compares the slowest codec with gzip and zstd at the levels used by policies; empty before it was tried. */
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
        double region = bytesSaved * AWS.usdPerByteOfBothEnds(HERE, OTHER_REGION);
        double zone = bytesSaved * AWS.usdPerByteOfBothEnds(HERE, OTHER_ZONE);
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
}
