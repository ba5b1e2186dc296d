package io.narrows.node.ratis;

import io.narrows.node.ratis.file.RatisConfiguration;
import io.narrows.node.ratis.file.RatisEntry;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The bounds, terms and configurations of a Ratis log. */
final class RatisLogSummary {
    private final NavigableMap<Long, RatisConfiguration> configurations = new TreeMap<>();
    private final NavigableMap<Long, Long> termsByFirst = new TreeMap<>();
    private long first = -1;
    private long last = -1;

    void add(RatisEntry entry) {
        if (first < 0) {
            first = entry.getIndex();
        }
        last = entry.getIndex();
        if (termsByFirst.isEmpty() || termsByFirst.lastEntry().getValue() != entry.getTerm()) {
            termsByFirst.put(last, entry.getTerm());
        }
        if (RatisLog.isConfiguration(entry)) {
            configurations.put(last, entry.getConfiguration());
        }
    }

    boolean isEmpty() {
        return first < 0;
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }

    /** Returns the last term; 0 if the log is empty. */
    long lastTerm() {
        return termsByFirst.isEmpty() ? 0 : termsByFirst.lastEntry().getValue();
    }

    /** Returns the term of an entry. */
    long term(long index) {
        return termsByFirst.floorEntry(index).getValue();
    }

    /** Returns the last configuration up to an index, or null. */
    @Nullable
    RatisConfiguration configurationAt(long index) {
        Map.Entry<Long, RatisConfiguration> floor = configurations.floorEntry(index);
        return floor == null ? null : floor.getValue();
    }

    /** Returns the first configuration after an index, or null. */
    @Nullable
    RatisConfiguration configurationBehind(long index) {
        Map.Entry<Long, RatisConfiguration> higher = configurations.higherEntry(index);
        return higher == null ? null : higher.getValue();
    }
}
