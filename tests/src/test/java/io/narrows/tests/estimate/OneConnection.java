package io.narrows.tests.estimate;

import io.narrows.estimate.tcp.Connection;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import io.narrows.estimate.tcp.StreamConsumer;
import io.narrows.estimate.tcp.StreamListener;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Keeps the bytes of the only connection of a capture. */
final class OneConnection implements StreamListener, StreamConsumer {
    private final ByteArrayOutputStream[] bytes = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
    private final long[] lost = new long[2];
    private Connection connection;
    private Ending ending;

    @Override
    public StreamConsumer opened(Connection opened, long nanos) {
        if (connection != null) {
            throw new IllegalStateException("a second connection: " + opened);
        }
        connection = opened;
        return this;
    }

    @Override
    public void bytes(Direction direction, long nanos, ByteBuffer run) {
        byte[] copy = new byte[run.remaining()];
        run.get(copy);
        bytes[direction.ordinal()].writeBytes(copy);
    }

    @Override
    public void lost(Direction direction, long nanos, long count) {
        lost[direction.ordinal()] += count;
    }

    @Override
    public void closed(Ending how, long nanos) {
        ending = how;
    }

    boolean isOpen() {
        return ending == null;
    }

    Connection description() {
        return connection;
    }

    Ending ending() {
        return ending;
    }

    byte[] bytes(Direction direction) {
        return bytes[direction.ordinal()].toByteArray();
    }

    long lost(Direction direction) {
        return lost[direction.ordinal()];
    }
}
