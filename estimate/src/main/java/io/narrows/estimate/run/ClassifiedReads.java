package io.narrows.estimate.run;

import io.narrows.config.TrafficClass;
import io.narrows.estimate.tcp.Direction;
import io.narrows.proxy.classify.Classifier;
import io.narrows.proxy.classify.Side;
import io.netty.buffer.Unpooled;
import java.util.List;

/** The reads of one connection, classified as by the sidecars next to its ends, without patterns of a configuration. */
public final class ClassifiedReads {
    /** Receives reads and their classes. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The next read of a direction.
         *
         * @param trafficClass as far as known with this read
         * @param bytes begins with the read; valid only during the call
         */
        void read(Direction direction, TrafficClass trafficClass, long nanos, byte[] bytes, int length);
    }

    private final Classifier classifier;
    private final Listener listener;

    /** @param given the class if it is known; {@link TrafficClass#DEFAULT} if the reads decide */
    public ClassifiedReads(TrafficClass given, Listener listener) {
        this.classifier = Classifier.of(given, List.of());
        this.listener = listener;
    }

    /**
     * Adds the next read, in the order of time.
     *
     * @param nanos time of the read, for differences only
     * @param bytes begins with the read
     */
    public void read(Direction direction, long nanos, byte[] bytes, int length) {
        Side side = direction == Direction.FROM_CLIENT ? Side.CONNECTING : Side.ANSWERING;
        classifier.changedBy(side, Unpooled.wrappedBuffer(bytes, 0, length), nanos);
        listener.read(direction, classifier.trafficClass(), nanos, bytes, length);
    }
}
