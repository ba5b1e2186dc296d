package io.narrows.estimate.run;

import io.narrows.config.TrafficClass;
import io.narrows.estimate.tcp.Connection;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import io.narrows.estimate.tcp.StreamConsumer;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A captured connection as classified reads of the sidecars next to its ends. */
public final class CapturedReads implements StreamConsumer {
    private final Connection connection;
    private final ClassifiedReads.Listener listener;
    private final Consumer<Direction> gaps;
    private final Runnable end;
    private final Map<Direction, ReadCutter> cutters = new EnumMap<>(Direction.class);
    private @Nullable ClassifiedReads reads;

    /**
     * @param gaps receives a direction between two of its reads with lost bytes between them
     * @param end called after the last read
     */
    public CapturedReads(
            Connection connection, ClassifiedReads.Listener listener, Consumer<Direction> gaps, Runnable end) {
        this.connection = connection;
        this.listener = listener;
        this.gaps = gaps;
        this.end = end;
        for (Direction direction : Direction.values()) {
            cutters.put(direction, new ReadCutter((nanos, bytes, length) -> read(direction, nanos, bytes, length)));
        }
    }

    private void read(Direction direction, long nanos, byte[] bytes, int length) {
        ClassifiedReads known = reads;
        if (known == null) {
            TrafficClass given = connection.isJoined() && TlsRecord.isAt(bytes, length)
                    ? TrafficClass.ENCRYPTED
                    : TrafficClass.DEFAULT;
            known = new ClassifiedReads(given, listener);
            reads = known;
        }
        known.read(direction, nanos, bytes, length);
    }

    private ReadCutter cutter(Direction direction) {
        return Objects.requireNonNull(cutters.get(direction));
    }

    @Override
    public void bytes(Direction direction, long nanos, ByteBuffer bytes) {
        ReadCutter other = cutter(direction.opposite());
        if (other.isDue(nanos)) {
            other.flush();
        }
        cutter(direction).add(nanos, bytes);
    }

    @Override
    public void lost(Direction direction, long nanos, long count) {
        cutter(direction).flush();
        gaps.accept(direction);
    }

    @Override
    public void closed(Ending ending, long nanos) {
        for (Direction direction : List.of(Direction.FROM_CLIENT, Direction.FROM_SERVER)) {
            cutter(direction).flush();
        }
        end.run();
    }
}
