package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.sample.SampleNeed;
import io.narrows.proxy.sample.SampleSums;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The figures of one link's own samples, of its current class and of the last minute. Safe for use by many threads. */
final class LinkSamples implements SampleNeed {
    /** The age from which figures of the link's peer and class are better evidence. */
    static final long LIFE_NANOS = 60_000_000_000L;

    private final Supplier<List<CodecSpec>> candidates;
    private final BiConsumer<TrafficClass, Map<CodecSpec, SampleSums>> others;
    private final LongSupplier nanoClock;
    private volatile boolean needed;
    private @Nullable TrafficClass sampledClass;
    private long sampledAt;
    private RecentFigures figures = new RecentFigures();

    /**
     * @param candidates the configured ones
     * @param others also receives the samples, even those that are ready after the link has ended
     */
    LinkSamples(
            Supplier<List<CodecSpec>> candidates,
            BiConsumer<TrafficClass, Map<CodecSpec, SampleSums>> others,
            LongSupplier nanoClock) {
        this.candidates = candidates;
        this.others = others;
        this.nanoClock = nanoClock;
    }

    /** Begins or ends the sampling, depending on whether the link's codec is to be chosen. */
    void need(boolean isNeeded) {
        needed = isNeeded;
    }

    @Override
    public List<CodecSpec> candidates() {
        return needed ? candidates.get() : List.of();
    }

    @Override
    public void sampled(TrafficClass trafficClass, Map<CodecSpec, SampleSums> sample) {
        synchronized (this) {
            if (!trafficClass.equals(sampledClass)) {
                sampledClass = trafficClass;
                figures = new RecentFigures();
            }
            figures.add(sample);
            sampledAt = nanoClock.getAsLong();
        }
        others.accept(trafficClass, sample);
    }

    /** Returns the figures of a class; empty if there are none, or if they are old. */
    synchronized Map<CodecSpec, SampleSums> of(TrafficClass trafficClass) {
        boolean areRecent = nanoClock.getAsLong() - sampledAt < LIFE_NANOS;
        return trafficClass.equals(sampledClass) && areRecent ? figures.get() : Map.of();
    }
}
