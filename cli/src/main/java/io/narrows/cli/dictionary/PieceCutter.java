package io.narrows.cli.dictionary;

import io.narrows.config.TrafficClass;
import io.narrows.estimate.run.ClassifiedReads;
import io.narrows.estimate.tcp.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Cuts each direction of a connection into pieces of whole reads, and leaves out classes that are not wanted. If the unfinished pieces of all
 * connections take too much memory, pieces are shorter.
 */
final class PieceCutter implements ClassifiedReads.Listener {
    /** Maximum content of a link's frame, in bytes; longer reads are divided. */
    private static final int MAX_FRAME = 64 << 10;

    private final Traffic traffic;
    private final long connection;
    private final Map<Direction, Part> parts = new EnumMap<>(Direction.class);

    private static final class Part {
        private final List<byte[]> reads = new ArrayList<>();
        private Moment first;
        private Moment last;
        private int bytes;

        Part(Moment start) {
            first = start;
            last = start;
        }
    }

    PieceCutter(Traffic traffic) {
        this.traffic = traffic;
        this.connection = traffic.beginConnection();
        for (Direction direction : Direction.values()) {
            parts.put(direction, new Part(traffic.at(0)));
        }
    }

    private Part part(Direction direction) {
        return Objects.requireNonNull(parts.get(direction));
    }

    @Override
    public void read(Direction direction, TrafficClass trafficClass, long nanos, byte[] bytes, int length) {
        if (!traffic.wants(trafficClass)) {
            traffic.leaveOut(trafficClass, length);
            end(direction);
            return;
        }
        for (int at = 0; at < length; at += MAX_FRAME) {
            add(direction, nanos, Arrays.copyOfRange(bytes, at, Math.min(length, at + MAX_FRAME)));
        }
    }

    private void add(Direction direction, long nanos, byte[] read) {
        Part part = part(direction);
        if (part.bytes + read.length > traffic.connectionBytes()) {
            end(direction);
        }
        part.last = traffic.at(nanos);
        if (part.bytes == 0) {
            part.first = part.last;
        }
        part.reads.add(read);
        part.bytes += read.length;
        if (traffic.addUnfinished(read.length)) {
            end(direction);
        }
    }

    /** Ends the current piece of a direction, if it has reads. */
    void end(Direction direction) {
        Part part = part(direction);
        if (part.bytes > 0) {
            traffic.add(new Piece(connection, part.first, part.last, part.reads));
            part.reads.clear();
            part.bytes = 0;
        }
    }

    /** Ends the connection. */
    void close() {
        for (Direction direction : Direction.values()) {
            end(direction);
        }
    }
}
