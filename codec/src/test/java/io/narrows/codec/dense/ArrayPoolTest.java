package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ArrayPoolTest {
    private static final int WINDOW_LOG = 20;
    private static final int CONTENT = 60_000;

    private final Workspace workspace = new Workspace();
    private final Random random = new Random(2);
    private final ByteBuffer content = ByteBuffer.wrap(new byte[CONTENT]);
    private final ByteBuffer frame = ByteBuffer.allocate(FrameEncoder.maxFrameLength(CONTENT));
    private final ByteBuffer decoded = ByteBuffer.allocate(CONTENT);

    @Test
    void contextsThatComeAndGo_leaveLittleGarbage() throws Exception {
        ArrayPool arrays = new ArrayPool(64 << 20);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        carryOnAContextOfItsOwn(arrays);

        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < 50; i++) {
            carryOnAContextOfItsOwn(arrays);
        }
        long each = (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / 50;

        assertThat(each).isLessThan(300_000);
    }

    @Test
    void usedArrays_areLikeNewOnes() throws Exception {
        ArrayPool arrays = new ArrayPool(64 << 20);
        carryOnAContextOfItsOwn(arrays);
        random.nextBytes(content.array());

        byte[] first = encoded(new FrameEncoder(Effort.ofLevel(2), WINDOW_LOG, true, new ArrayPool(0)));
        byte[] again = encoded(new FrameEncoder(Effort.ofLevel(2), WINDOW_LOG, true, arrays));

        assertThat(again).isEqualTo(first);
    }

    @Test
    void idleArrays_areBounded() throws Exception {
        ArrayPool arrays = new ArrayPool(1 << 20);

        for (int i = 0; i < 5; i++) {
            FrameEncoder encoder = new FrameEncoder(Effort.ofLevel(2), WINDOW_LOG, true, arrays);
            FrameEncoder other = new FrameEncoder(Effort.ofLevel(2), WINDOW_LOG, true, arrays);
            encoder.close();
            other.close();
        }

        assertThat(arrays.idleBytes()).isBetween(1L, 1L << 20);
    }

    @Test
    void unneededArrays_areDropped() throws Exception {
        ArrayPool arrays = new ArrayPool(64 << 20);
        carryOnAContextOfItsOwn(arrays);
        assertThat(arrays.idleBytes()).isPositive();

        arrays.dropUnused();
        assertThat(arrays.idleBytes()).as("idle for less than a period").isPositive();
        arrays.dropUnused();

        assertThat(arrays.idleBytes()).isZero();
    }

    @Test
    void arraysThatAreInUseNowAndThen_areKept() {
        ArrayPool arrays = new ArrayPool(64 << 20);
        byte[] needed = arrays.bytes(1 << 20);
        byte[] other = arrays.bytes(1 << 20);
        arrays.giveBack(other);
        arrays.giveBack(needed);

        for (int i = 0; i < 3; i++) {
            assertThat(arrays.bytes(1 << 20)).isSameAs(needed);
            arrays.giveBack(needed);
            arrays.dropUnused();
        }

        assertThat(arrays.idleBytes()).isEqualTo(1 << 20);
    }

    /** Fills a context with more content than fits into its initial arrays, so that it grows. */
    private void carryOnAContextOfItsOwn(ArrayPool arrays) throws DamagedFrameException {
        FrameEncoder encoder = new FrameEncoder(Effort.ofLevel(2), WINDOW_LOG, true, arrays);
        FrameDecoder decoder = new FrameDecoder(WINDOW_LOG, arrays);
        for (int i = 0; i < 5; i++) {
            random.nextBytes(content.array());
            encode(encoder);
            decoder.decode(frame, decoded.clear(), workspace);
            assertThat(decoded.flip()).isEqualTo(content.clear());
        }
        encoder.close();
        decoder.close();
    }

    private void encode(FrameEncoder encoder) {
        encoder.encode(content.clear(), frame.clear(), workspace);
        frame.flip();
    }

    private byte[] encoded(FrameEncoder encoder) {
        encode(encoder);
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }
}
