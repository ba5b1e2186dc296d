package io.narrows.proxy.warmup;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * Both ends of a codec in memory, for a {@link WarmUp}: a few tenths of a second of this work make the JVM compile more
 * of the codec's code than several seconds of traffic on links. Not thread-safe.
 */
final class CodecWarmUp implements AutoCloseable {
    private static final int LONGEST_RECORD = 8 * 1024;

    /** Maximum bytes that a link puts in a frame of a slow codec. */
    private static final int LONGEST_FRAME = 16 * 1024;

    private final Random random = new Random(1);
    private final boolean hasLowerLevel;
    private final WarmUpRecords records;
    private final StreamEncoder encoder;
    private final StreamDecoder decoder;
    private final ByteBuf content = Unpooled.directBuffer(LONGEST_FRAME + LONGEST_RECORD);
    private final ByteBuffer coded;
    private final ByteBuffer decoded = ByteBuffer.allocateDirect(LONGEST_FRAME + LONGEST_RECORD);

    /** @param records for exclusive use */
    CodecWarmUp(Codecs codecs, CodecSpec spec, WarmUpRecords records) {
        this.records = records;
        this.hasLowerLevel = spec.lowerLevel().isPresent();
        this.encoder = codecs.streamEncoder(spec, hasLowerLevel);
        this.decoder = codecs.streamDecoder(spec.codec(), spec.windowLog());
        this.coded = ByteBuffer.allocateDirect(encoder.maxFrameLength(LONGEST_FRAME + LONGEST_RECORD));
    }

    /**
     * Encodes a frame of one or more records, decodes it, and runs the tasks that prepare the contexts for later
     * frames.
     */
    void frame() {
        content.clear();
        int wanted = random.nextInt(4) == 0 ? random.nextInt(LONGEST_FRAME) : 1;
        while (content.readableBytes() < wanted) {
            records.next(content);
        }
        if (hasLowerLevel && random.nextInt(4) == 0) {
            encoder.encodeAtLevel0(content.nioBuffer(), coded.clear());
        } else {
            encoder.encode(content.nioBuffer(), coded.clear());
        }
        try {
            decoder.decode(coded.flip(), decoded.clear());
        } catch (MalformedDataException e) {
            throw new IllegalStateException("cannot decode the encoded content", e);
        }
        if (!decoded.flip().equals(content.nioBuffer())) {
            throw new IllegalStateException("decoded content differs from the encoded content");
        }
        for (Runnable preparation : Arrays.asList(encoder.preparation(), decoder.preparation())) {
            if (preparation != null) {
                preparation.run();
            }
        }
    }

    @Override
    public void close() {
        encoder.close();
        decoder.close();
        content.release();
    }
}
