package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processor time of decoding the leader's frames. */
final class DecodingTime {
    private static final int MAX_CONTENT = 64 << 10;

    private DecodingTime() {}

    /**
     * Decodes what a follower's sidecar must, and compares its follower's own content.
     *
     * @return processor time in nanoseconds
     * @throws IllegalStateException if the content differs
     */
    static long nanos(List<Frame> frames, Sharing sharing, int follower, Codecs codecs) {
        Map<String, StreamDecoder> decoders = new HashMap<>();
        ByteBuffer content = ByteBuffer.allocate(MAX_CONTENT);
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try {
            for (Frame frame : frames) {
                boolean isOwn = frame.read().follower() == follower;
                if (frame.read().fromLeader() && (isOwn || sharing.isOneContext())) {
                    decoders.computeIfAbsent(
                                    frame.read().stream(),
                                    stream -> codecs.streamDecoder(Codec.DENSE, CodecSpec.MAX_WINDOW_LOG))
                            .decode(ByteBuffer.wrap(frame.payload()), content.clear());
                    if (!content.flip().equals(frame.read().data())) {
                        throw new IllegalStateException("a frame of " + frame.read().stream() + " was decoded wrongly");
                    }
                }
            }
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        } catch (MalformedDataException e) {
            throw new IllegalStateException("a frame cannot be decoded: " + e.getMessage(), e);
        } finally {
            decoders.values().forEach(StreamDecoder::close);
        }
    }
}
