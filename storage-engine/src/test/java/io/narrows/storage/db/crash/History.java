package io.narrows.storage.db.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** When each batch was begun and acknowledged, by one clock for all writers. Each writer notes its own. */
final class History {
    private static final long NEVER = Long.MAX_VALUE;

    private final AtomicLong clock = new AtomicLong();
    private final List<List<Write>> writers = new ArrayList<>();

    /** @param before of each writer, how many of its batches were there before */
    History(List<Long> before) {
        for (long count : before) {
            List<Write> writes = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                writes.add(new Write(0, 0, true));
            }
            writers.add(writes);
        }
    }

    private record Write(long begun, long acknowledged, boolean sync) {}

    /** Notes that a writer begins its next batch. */
    void begin(int writer, boolean sync) {
        writers.get(writer).add(new Write(clock.incrementAndGet(), NEVER, sync));
    }

    /** Notes that it is written. */
    void acknowledge(int writer) {
        List<Write> writes = writers.get(writer);
        Write last = writes.remove(writes.size() - 1);
        writes.add(new Write(last.begun(), clock.incrementAndGet(), last.sync()));
    }

    long acknowledged() {
        return writers.stream()
                .flatMap(List::stream)
                .filter(write -> write.acknowledged() != NEVER)
                .count();
    }

    /**
     * Why these batches cannot be what is left of what was written: a batch is there that was never begun; one is not that
     * was synced; one is not, but another is that was begun when the first was already acknowledged.
     *
     * @param counts of each writer, how many of its batches are left
     * @return each contradiction in words
     */
    List<String> contradictions(List<Long> counts) {
        List<String> contradictions = new ArrayList<>();
        for (int i = 0; i < writers.size(); i++) {
            List<Write> writes = writers.get(i);
            int left = Math.toIntExact(counts.get(i));
            if (left > writes.size()) {
                contradictions.add("writer " + i + " wrote " + writes.size() + " batches, " + left + " are there");
                continue;
            }
            for (int lost = left; lost < writes.size(); lost++) {
                Write write = writes.get(lost);
                if (write.acknowledged() != NEVER && write.sync()) {
                    contradictions.add("writer " + i + " lost batch " + (lost + 1) + ", which was synced");
                }
            }
        }
        return contradictions.isEmpty() ? holes(counts) : contradictions;
    }

    private List<String> holes(List<Long> counts) {
        List<String> holes = new ArrayList<>();
        for (int i = 0; i < writers.size(); i++) {
            int lost = Math.toIntExact(counts.get(i));
            if (lost == writers.get(i).size()) {
                continue;
            }
            for (int j = 0; j < writers.size(); j++) {
                int left = Math.toIntExact(counts.get(j));
                if (left > 0
                        && writers.get(i).get(lost).acknowledged()
                                < writers.get(j).get(left - 1).begun()) {
                    holes.add("writer " + i + " lost batch " + (lost + 1) + ", writer " + j + " kept " + left
                            + ", which it began after that was acknowledged");
                }
            }
        }
        return holes;
    }
}
