package io.narrows.proxy.auto;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecCost;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.Objective;
import io.narrows.config.Tariff;
import io.narrows.config.Traffic;
import io.narrows.proxy.sample.SampleSums;

/**
 * The costs that an objective sees in the figures of candidates.
 *
 * @param usdPerWireByte price of a byte to the peer
 * @param usdPerCpuNano price of a nanosecond of a processor
 * @param countsReceiver whether the processor time of the peer's decoder counts as well
 * @param nanosPerWireByte time to send a byte while the connection to the peer is backed up; 0 if it is not
 */
record Costs(
        Objective objective,
        double usdPerWireByte,
        double usdPerCpuNano,
        boolean countsReceiver,
        double nanosPerWireByte) {
    private static final double NANOS_PER_HOUR = 3_600e9;

    /** The weight of processor time where it only decides between equal numbers of bytes. */
    private static final double TIE = 1e-9;

    static Costs of(Config config, Traffic traffic, double nanosPerWireByte) {
        Tariff tariff = config.tariff();
        return new Costs(
                config.auto().objective(),
                tariff.price(traffic.from(), traffic.to()).sentPerByte(),
                tariff.cpuCoreHour() / NANOS_PER_HOUR,
                tariff.bothEnds(),
                nanosPerWireByte);
    }

    /**
     * Returns the cost of a candidate.
     *
     * @param sums its figures, of at least one byte
     */
    CandidateCost of(CodecSpec candidate, SampleSums sums) {
        double app = sums.appBytes();
        double cpu = sums.cpuNanos() / app;
        boolean isDecoded = countsReceiver && candidate.codec() != Codec.NONE && cpu > 0; // or it was sent as it is
        double decoding = isDecoded ? CodecCost.ofDecoded(candidate).nanosPerByte() : 0;
        return new CandidateCost(candidate, cost(sums.wireBytes() / app, cpu, decoding), cpu);
    }

    private double cost(double wirePerByte, double cpuNanos, double decodingNanos) {
        return switch (objective) {
            case DOLLARS -> wirePerByte * usdPerWireByte + (cpuNanos + decodingNanos) * usdPerCpuNano;
            case BYTES -> wirePerByte + TIE * cpuNanos;
            case LATENCY -> cpuNanos + wirePerByte * nanosPerWireByte;
        };
    }
}
