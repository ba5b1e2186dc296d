package io.narrows.proxy.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Samples of the totals in three resolutions, as a round-robin database keeps them: ten minutes by 2 s, five hours by a
 * minute, thirty days by an hour. At most 1320 samples, about 100 KiB. Safe for use by many threads.
 */
public final class History {
    /** How often {@link #sample} is to be called. */
    public static final Duration PERIOD = Duration.ofSeconds(2);

    private final Supplier<Totals> counters;
    private final List<Archive> archives =
            Arrays.stream(Archive.Range.values()).map(Archive::new).toList();

    /**
     * @param startMillis when the counters were zero, in milliseconds since 1970
     * @param counters what they say now
     */
    public History(long startMillis, Supplier<Totals> counters) {
        this.counters = counters;
        archives.forEach(archive -> archive.offer(Totals.start(startMillis)));
    }

    /** Looks at the counters and keeps what is due. */
    public synchronized void sample() {
        Totals now = counters.get();
        archives.forEach(archive -> archive.offer(now));
    }

    /**
     * The samples of a range, oldest first, and behind them the counters of this moment. Empty when there is no such range.
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

    /** Returns the counters of this moment. */
    public Totals now() {
        return counters.get();
    }

    /** The labels of all ranges, the shortest first. */
    public static List<String> ranges() {
        return Arrays.stream(Archive.Range.values()).map(Archive.Range::label).toList();
    }
}
