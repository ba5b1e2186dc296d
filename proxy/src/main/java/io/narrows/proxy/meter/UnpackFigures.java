package io.narrows.proxy.meter;

import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import java.util.List;

/**
 * The counts of an {@link UnpackMeter} at one moment, by peer, direction and format.
 *
 * @param unpacked the pieces that links carried unpacked
 * @param packed the pieces that this sidecar sent as they were; the receiver does not count them
 * @param work the processor time
 */
public record UnpackFigures(List<Unpacked> unpacked, List<Packed> packed, List<Work> work) {
    public UnpackFigures {
        unpacked = List.copyOf(unpacked);
        packed = List.copyOf(packed);
        work = List.copyOf(work);
    }

    /**
     * Pieces that a recipe makes.
     *
     * @param bytes as the application sent them
     */
    public record Unpacked(
            PeerId peer, Direction direction, PackedFormat format, String recipe, long pieces, long bytes) {}

    /**
     * Pieces that were sent as they were.
     *
     * @param format keyword of the format; {@code unknown} for a piece whose end did not come in time
     * @param bytes as the application sent them
     */
    public record Packed(PeerId peer, String format, String reason, long pieces, long bytes) {}

    /** Processor time of unpacking what is sent, or of rebuilding what is received. */
    public record Work(PeerId peer, Direction direction, long cpuNanos) {}

    /** Returns the figures of one peer. */
    public UnpackFigures of(PeerId peer) {
        return new UnpackFigures(
                unpacked.stream().filter(row -> row.peer().equals(peer)).toList(),
                packed.stream().filter(row -> row.peer().equals(peer)).toList(),
                work.stream().filter(row -> row.peer().equals(peer)).toList());
    }
}
