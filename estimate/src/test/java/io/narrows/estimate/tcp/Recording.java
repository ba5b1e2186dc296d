package io.narrows.estimate.tcp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Records all calls of a listener: as lines, and the bytes of each direction with zeros for those that were lost. */
final class Recording implements StreamListener {
    final List<String> lines = new ArrayList<>();
    final List<Stream> streams = new ArrayList<>();

    @Override
    public StreamConsumer opened(Connection connection, long nanos) {
        Stream stream = new Stream(connection);
        streams.add(stream);
        lines.add("%d %s %s to %s"
                .formatted(connection.number(), connection.opening(), connection.client(), connection.server()));
        return stream;
    }

    final class Stream implements StreamConsumer {
        final Connection connection;
        final ByteArrayOutputStream[] bytes = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        final long[] lost = new long[2];
        final long[] lastNanos = new long[2];
        Ending ending;

        private Stream(Connection connection) {
            this.connection = connection;
        }

        byte[] bytes(Direction direction) {
            return bytes[direction.ordinal()].toByteArray();
        }

        @Override
        public void bytes(Direction direction, long nanos, ByteBuffer run) {
            byte[] copy = new byte[run.remaining()];
            run.get(copy);
            check(copy.length > 0);
            append(direction, nanos, copy);
            lines.add(place(direction, nanos) + new String(copy, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void lost(Direction direction, long nanos, long count) {
            check(count > 0);
            lost[direction.ordinal()] += count;
            if (count < 1 << 20) {
                append(direction, nanos, new byte[(int) count]);
            }
            lines.add(place(direction, nanos) + "lost " + count);
        }

        private void append(Direction direction, long nanos, byte[] run) {
            check(nanos >= lastNanos[direction.ordinal()]);
            lastNanos[direction.ordinal()] = nanos;
            bytes[direction.ordinal()].writeBytes(run);
        }

        private String place(Direction direction, long nanos) {
            return connection.number() + " " + nanos / 1_000_000 + (direction == Direction.FROM_CLIENT ? " > " : " < ");
        }

        @Override
        public void closed(Ending how, long nanos) {
            check(true);
            ending = how;
            lines.add(connection.number() + " " + nanos / 1_000_000 + " " + how);
        }

        private void check(boolean expected) {
            if (!expected || ending != null) {
                throw new AssertionError(connection + ": a call out of place, after " + lines);
            }
        }
    }
}
