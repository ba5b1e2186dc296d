package io.narrows.cli.dictionary;

import io.narrows.config.TrafficClass;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The pieces of all connections in the inputs whose class is wanted, and a count of what was left out. */
final class Traffic {
    private final Set<TrafficClass> classes;
    private final int connectionBytes;
    private final long maxBytes;
    private final PieceSample sample;
    private final Map<String, Long> leftOut = new TreeMap<>();
    private int input;
    private long connections;
    private long unfinishedBytes;

    /**
     * @param classes those that are wanted; if empty, all but {@code encrypted}
     * @param connectionBytes maximum bytes of a piece, unless a single read is longer
     * @param maxBytes maximum of all pieces together, and likewise of unfinished ones
     */
    Traffic(Set<TrafficClass> classes, int connectionBytes, long maxBytes) {
        this.classes = Set.copyOf(classes);
        this.connectionBytes = connectionBytes;
        this.maxBytes = maxBytes;
        this.sample = new PieceSample(maxBytes);
    }

    boolean wants(TrafficClass trafficClass) {
        return classes.isEmpty() ? !trafficClass.equals(TrafficClass.ENCRYPTED) : classes.contains(trafficClass);
    }

    int connectionBytes() {
        return connectionBytes;
    }

    /** Begins an input, which counts as later than those before it. */
    void beginInput() {
        input++;
    }

    /** Returns the number of a new connection. */
    long beginConnection() {
        return connections++;
    }

    /** Returns a time of the current input. */
    Moment at(long nanos) {
        return new Moment(input, nanos);
    }

    /** Adds a read to those of unfinished pieces. Returns whether these must not grow further, so that the piece has to be added now. */
    boolean addUnfinished(int bytes) {
        unfinishedBytes += bytes;
        return unfinishedBytes >= maxBytes;
    }

    /** Adds a piece whose reads were all added as unfinished. */
    void add(Piece piece) {
        unfinishedBytes -= piece.bytes();
        sample.add(piece);
    }

    void leaveOut(TrafficClass trafficClass, long bytes) {
        leftOut.merge(trafficClass.name(), bytes, Long::sum);
    }

    /** Returns the bytes that were left out, by the name of their class. */
    Map<String, Long> leftOut() {
        return leftOut;
    }

    /** Returns a note on the sample; empty if it has all pieces. */
    Optional<String> sampleNote() {
        return sample.size() == sample.added()
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "sample: %,d of %,d parts", sample.size(), sample.added()));
    }

    /** Returns the pieces in the order of their first reads. */
    List<Piece> inOrder() {
        return sample.inOrder();
    }
}
