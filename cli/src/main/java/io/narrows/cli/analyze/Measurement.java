package io.narrows.cli.analyze;

import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Runs traffic through a coder, read by read, in both directions, and verifies every byte. Buffers are direct, as in the
 * sidecar.
 */
final class Measurement {
    /** Bytes to process before the clock starts, so that compiled code is measured. */
    private static final long WARM_UP = 4 << 20;

    private final Traffic traffic;
    private final LongConsumer progress;
    private final ByteBuffer plain;
    private final ByteBuffer back;

    /** @param progress receives the number of bytes of each measured read */
    Measurement(Traffic traffic, LongConsumer progress) {
        this.traffic = traffic;
        this.progress = progress;
        this.plain = ByteBuffer.allocateDirect(traffic.longestRead());
        this.back = ByteBuffer.allocateDirect(traffic.longestRead());
    }

    Figures run(Coder coder) throws MalformedDataException {
        ByteBuffer coded = ByteBuffer.allocateDirect(coder.maxLength(traffic.longestRead()));
        warmUp(coder, coded);
        Figures figures = Figures.NONE;
        for (List<ByteBuffer> stream : traffic.streams()) {
            coder.startStream();
            for (ByteBuffer read : stream) {
                figures = measure(coder, read, coded, figures);
                progress.accept(read.remaining());
            }
        }
        return figures;
    }

    private void warmUp(Coder coder, ByteBuffer coded) throws MalformedDataException {
        long left = WARM_UP;
        for (List<ByteBuffer> stream : traffic.streams()) {
            coder.startStream();
            for (ByteBuffer read : stream) {
                measure(coder, read, coded, Figures.NONE);
                left -= read.remaining();
                if (left <= 0) {
                    return;
                }
            }
        }
    }

    private Figures measure(Coder coder, ByteBuffer read, ByteBuffer coded, Figures sum) throws MalformedDataException {
        int length = read.remaining();
        plain.clear().put(read.duplicate()).flip();
        coded.clear();
        long start = System.nanoTime();
        coder.compress(plain, coded);
        long middle = System.nanoTime();
        int codedLength = coded.flip().remaining();
        back.clear().limit(length);
        long again = System.nanoTime();
        coder.uncompress(coded, back);
        long end = System.nanoTime();
        if (!back.flip().equals(read)) {
            throw new MalformedDataException(
                    "a read of " + length + " bytes changed in a round trip through the codec");
        }
        return sum.plus(length, codedLength, middle - start, end - again);
    }
}
