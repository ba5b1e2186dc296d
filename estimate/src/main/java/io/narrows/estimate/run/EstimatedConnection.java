package io.narrows.estimate.run;

import io.narrows.config.TrafficClass;
import io.narrows.estimate.tcp.Connection;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import io.narrows.estimate.tcp.StreamConsumer;
import io.narrows.estimate.topology.PlacedNode;
import io.narrows.proxy.classify.Classifier;
import io.narrows.proxy.classify.Side;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.Inet6Address;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A captured connection between two known nodes, classified and compressed as by the sidecars next to them. */
final class EstimatedConnection implements StreamConsumer {
    private final Connection connection;
    private final Estimate estimate;
    private final Map<Direction, ReadCutter> cutters = new EnumMap<>(Direction.class);
    private final Map<Direction, EstimatedDirection> directions = new EnumMap<>(Direction.class);
    private @Nullable Classifier classifier;

    EstimatedConnection(Connection connection, PlacedNode client, PlacedNode server, Estimate estimate) {
        this.connection = connection;
        this.estimate = estimate;
        boolean ipv6 = connection.client().address() instanceof Inet6Address;
        boolean whole = !connection.isJoined();
        for (Direction direction : Direction.values()) {
            boolean toServer = direction == Direction.FROM_CLIENT;
            directions.put(
                    direction,
                    new EstimatedDirection(
                            direction, toServer ? client : server, toServer ? server : client, ipv6, whole, estimate));
            cutters.put(direction, new ReadCutter((nanos, bytes, length) -> read(direction, nanos, bytes, length)));
        }
    }

    private ReadCutter cutter(Direction direction) {
        return Objects.requireNonNull(cutters.get(direction));
    }

    private EstimatedDirection direction(Direction direction) {
        return Objects.requireNonNull(directions.get(direction));
    }

    @Override
    public void bytes(Direction direction, long nanos, ByteBuffer bytes) {
        estimate.advance(nanos);
        ReadCutter cutter = cutter(direction);
        cutter.add(nanos, bytes);
        estimate.waiting().update(cutter);
    }

    private void read(Direction direction, long nanos, byte[] bytes, int length) {
        ByteBuf view = Unpooled.wrappedBuffer(bytes, 0, length);
        Classifier known = classifier;
        if (known == null) {
            known = Classifier.of(given(bytes, length), estimate.patterns());
            classifier = known;
        }
        known.changedBy(direction == Direction.FROM_CLIENT ? Side.CONNECTING : Side.ANSWERING, view, nanos);
        direction(direction).read(known.trafficClass(), nanos, view, bytes, length);
    }

    /** Returns the class of a connection that was joined in the middle, if its first bytes there are a record of TLS. */
    private TrafficClass given(byte[] bytes, int length) {
        return connection.isJoined() && TlsRecord.isAt(bytes, length) ? TrafficClass.ENCRYPTED : TrafficClass.DEFAULT;
    }

    @Override
    public void lost(Direction direction, long nanos, long count) {
        estimate.advance(nanos);
        finish(direction);
        direction(direction).endContexts();
        estimate.hole(count);
    }

    @Override
    public void closed(Ending ending, long nanos) {
        for (Direction direction : List.of(Direction.FROM_CLIENT, Direction.FROM_SERVER)) {
            finish(direction);
            direction(direction).endContexts();
        }
    }

    private void finish(Direction direction) {
        ReadCutter cutter = cutter(direction);
        cutter.flush();
        estimate.waiting().update(cutter);
        direction(direction).flush();
    }
}
