package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Content of known length that a protocol declares as compressed, e.g. a message of gRPC or the records of a Kafka batch. Ends
 * early, before bytes that are in none of the formats.
 */
final class PackedContent implements Part {
    /** Shorter content is not worth the search: a recipe would not save more than its description takes. */
    private static final int SHORTEST = 32;

    private final Partition partition;
    private final PackedBeginning beginning;
    private long left;

    /** The part that is being read, or null after the end. */
    private @Nullable Part part;

    private byte[] unclaimed = NOTHING;

    PackedContent(Partition partition, Formats formats, Set<PackedFormat> wanted) {
        this.partition = partition;
        this.beginning = new PackedBeginning(partition, formats, wanted);
    }

    /** Begins content with the next byte. */
    PackedContent begin(long length) {
        left = length;
        unclaimed = NOTHING;
        part = length < SHORTEST ? null : beginning.begin(length);
        return this;
    }

    @Override
    public int read(ByteBuffer bytes, int from, int end) {
        int stop = (int) Math.min(end, from + left);
        int at = from;
        while (at < stop && part != null) {
            at = part.read(bytes, at, stop);
            if (part.ended()) {
                advance();
            }
        }
        left -= at - from;
        if (left == 0) {
            abandon();
        }
        return at;
    }

    private void advance() {
        Part next = part == beginning ? beginning.next() : null;
        if (next == null) {
            unclaimed = Objects.requireNonNull(part).unclaimed();
            partition.discard();
        }
        part = next;
    }

    @Override
    public boolean ended() {
        return part == null;
    }

    @Override
    public byte[] unclaimed() {
        return unclaimed;
    }

    @Override
    public void abandon() {
        if (part != null) {
            part.abandon();
            part = null;
        }
    }
}
