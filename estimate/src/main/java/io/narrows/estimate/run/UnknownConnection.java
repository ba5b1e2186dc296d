package io.narrows.estimate.run;

import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import io.narrows.estimate.tcp.StreamConsumer;
import java.nio.ByteBuffer;

/** A connection with an address that has no place: its bytes are counted only. */
final class UnknownConnection implements StreamConsumer {
    private final Estimate estimate;

    UnknownConnection(Estimate estimate) {
        this.estimate = estimate;
    }

    @Override
    public void bytes(Direction direction, long nanos, ByteBuffer bytes) {
        estimate.advance(nanos);
        estimate.unknown(bytes.remaining());
    }

    @Override
    public void lost(Direction direction, long nanos, long count) {
        estimate.advance(nanos);
    }

    @Override
    public void closed(Ending ending, long nanos) {}
}
