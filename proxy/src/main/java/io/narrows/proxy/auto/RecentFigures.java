package io.narrows.proxy.auto;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.sample.SampleSums;
import java.util.HashMap;
import java.util.Map;

/**
 * The figures of each candidate from the latest samples, as links would send them. Those of earlier samples fade: they weigh at most
 * half as much as the latest one, or as {@value #LEAST_BYTES} bytes if that was small. Safe for use by many threads.
 */
final class RecentFigures {
    /** Sampled bytes from which figures are used. */
    static final long LEAST_BYTES = 16 << 10;

    private static final int FADING = 2;

    /** The part of its bytes above which a link sends traffic as it is, whatever its codec. */
    private static final double INCOMPRESSIBLE = 0.97;

    private Map<CodecSpec, SampleSums> figures = Map.of();

    /** Adds a sample. Candidates that it lacks are forgotten, since their figures would rest on other bytes. */
    synchronized void add(Map<CodecSpec, SampleSums> sample) {
        SampleSums raw = sample.getOrDefault(CodecSpec.of(Codec.NONE), SampleSums.NONE);
        Map<CodecSpec, SampleSums> next = new HashMap<>();
        sample.forEach((candidate, sums) -> {
            if (sums.appBytes() > 0) {
                next.put(candidate, asSent(sums, raw).plus(faded(candidate, sums.appBytes())));
            }
        });
        figures = Map.copyOf(next);
    }

    /** Returns the figures of a link that sends what does not shrink without its codec. */
    private static SampleSums asSent(SampleSums sums, SampleSums raw) {
        return raw.appBytes() > 0 && sums.wireBytes() > INCOMPRESSIBLE * raw.wireBytes() ? raw : sums;
    }

    private SampleSums faded(CodecSpec candidate, long latestBytes) {
        SampleSums earlier = figures.getOrDefault(candidate, SampleSums.NONE);
        double most = Math.max((double) latestBytes / FADING, LEAST_BYTES);
        return earlier.appBytes() <= most ? earlier : earlier.part(most / earlier.appBytes());
    }

    /** Returns the figures by candidate; empty if they rest on too few bytes. */
    synchronized Map<CodecSpec, SampleSums> get() {
        boolean isEnough = figures.values().stream().anyMatch(sums -> sums.appBytes() >= LEAST_BYTES);
        return isEnough ? figures : Map.of();
    }
}
