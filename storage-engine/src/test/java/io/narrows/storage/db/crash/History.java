package io.narrows.storage.db.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The times when each batch was begun and acknowledged, by one clock for all writers. Each writer records its own. */
final class History {
    private static final long NEVER = Long.MAX_VALUE;

    private final AtomicLong clock = new AtomicLong();
    private final List<List<Write>> writers = new ArrayList<>();

    /** @param before number of existing batches per writer */
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

    /** Records that a writer begins its next batch. */
    void begin(int writer, boolean sync) {
        writers.get(writer).add(new Write(clock.incrementAndGet(), NEVER, sync));
    }

    /** Records that the batch was acknowledged. */
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
     * Returns why these batches cannot be the remains of the recorded writes: a batch exists that was never begun, or a
     * synced one is missing, or one is missing while another exists that was begun after the first was acknowledged.
     *
     * @param counts number of remaining batches per writer
     * @return a description of each contradiction
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
