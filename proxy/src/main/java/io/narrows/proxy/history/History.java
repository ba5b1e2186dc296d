package io.narrows.proxy.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Samples of the totals in three resolutions, like those of a round-robin database: ten minutes at 2 s, five hours at a
 * minute, thirty days at an hour. At most 1320 samples, about 100 KiB. Safe for use by many threads.
 */
public final class History {
    /** Interval at which {@link #sample} must be called. */
    public static final Duration PERIOD = Duration.ofSeconds(2);

    private final Supplier<Totals> counters;
    private final List<Archive> archives =
            Arrays.stream(Archive.Range.values()).map(Archive::new).toList();

    /**
     * @param startMillis when the counters were zero, in milliseconds since 1970
     * @param counters supplies their current values
     */
    public History(long startMillis, Supplier<Totals> counters) {
        this.counters = counters;
        archives.forEach(archive -> archive.offer(Totals.start(startMillis)));
    }

    /** Reads the counters and keeps the samples that are due. */
    public synchronized void sample() {
        Totals now = counters.get();
        archives.forEach(archive -> archive.offer(now));
    }

    /**
     * Returns the samples of a range, oldest first, followed by the current counters. Empty if there is no such range.
     *
     * @param range one of {@link #ranges}
     */
    public synchronized Optional<List<Totals>> over(String range) {
        return archives.stream()
                .filter(archive -> archive.range().label().equals(range))
                .findFirst()
                .map(archive -> {
                    List<Totals> samples = new ArrayList<>(archive.samples());
                    samples.add(counters.get());
                    return samples;
                });
    }

    /** Returns the current counters. */
    public Totals now() {
        return counters.get();
    }

    /** Returns the labels of all ranges, shortest first. */
    public static List<String> ranges() {
        return Arrays.stream(Archive.Range.values()).map(Archive.Range::label).toList();
    }
}
