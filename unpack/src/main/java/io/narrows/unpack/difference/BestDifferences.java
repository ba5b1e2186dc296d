package io.narrows.unpack.difference;

import io.narrows.codec.MalformedDataException;
import io.narrows.unpack.find.Hole;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The shortest differences between a piece and any of several outputs. One thread uses it at a time. */
public final class BestDifferences {
    private final OutputComparison comparison = new OutputComparison();
    private EditWriter writer = new EditWriter();
    private EditWriter other = new EditWriter();
    private ByteBuffer original = ByteBuffer.allocate(0);
    private ByteBuffer rebuilt = ByteBuffer.allocate(0);
    private List<Hole> holes = List.of();
    private int mostBytes;
    private ByteBuffer best = ByteBuffer.allocate(0);

    /**
     * Begins with a piece and no output.
     *
     * @param original its remaining bytes are the piece with its holes; the position is not changed
     * @param mostBytes most bytes of differences, without those for holes
     */
    public void begin(ByteBuffer original, List<Hole> holes, int mostBytes) {
        this.original = original.slice();
        this.holes = holes;
        this.mostBytes = mostBytes;
        best = ByteBuffer.allocate(0);
    }

    /**
     * Compares another output with the piece. If the differences are within the limit and shorter than those before, they
     * become {@link #best}.
     *
     * @param output its remaining bytes are the output, direct and little-endian
     * @param packed its remaining bytes are the piece without its holes, direct and little-endian
     * @return whether the differences became the best
     */
    public boolean improvedBy(ByteBuffer output, ByteBuffer packed) {
        if (holes.isEmpty() && output.equals(packed)) {
            best = ByteBuffer.allocate(0);
            mostBytes = -1;
            return true;
        }
        writer.begin(original, holes, mostBytes);
        if (!comparison.compare(littleEndian(output), littleEndian(packed), writer)) {
            return false;
        }
        ByteBuffer edits = writer.finish();
        if (!rebuilds(edits.duplicate(), output.duplicate())) {
            return false;
        }
        best = edits;
        mostBytes = writer.bytesWithoutHoles() - 1;
        EditWriter used = writer;
        writer = other;
        other = used;
        return true;
    }

    /** Returns the best differences, valid until the next piece; empty if an output equals a piece without holes. */
    public ByteBuffer best() {
        return best;
    }

    private boolean rebuilds(ByteBuffer edits, ByteBuffer output) {
        if (rebuilt.capacity() < original.remaining()) {
            rebuilt = ByteBuffer.allocate(original.remaining());
        }
        try {
            Differences.apply(edits, output, rebuilt.clear().limit(original.remaining()));
            return rebuilt.flip().equals(original);
        } catch (MalformedDataException e) {
            throw new IllegalStateException("differences do not apply to their own output", e);
        }
    }

    private static ByteBuffer littleEndian(ByteBuffer bytes) {
        return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }
}
