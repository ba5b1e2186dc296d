package io.narrows.proxy.link.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the estimate with the headers that are written. */
final class FrameSizeTest {
    private static final int FRAMES = 1024;
    private static final int RECORD = 22;

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128, 16_383, 16_384, 65_536})
    void sizeOfAPlainFrame_isExact(int length) {
        for (FrameForm form : new FrameForm[] {FrameForm.PAYLOAD_CHECKED, FrameForm.CONTENT_CHECKED}) {
            assertThat(new FrameSize(form).applyAsInt(length)).isEqualTo(written(form, length, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128, 16_000})
    void frameInTls_hasARecord(int length) {
        assertThat(new FrameSize(FrameForm.UNCHECKED).applyAsInt(length))
                .isEqualTo(written(FrameForm.UNCHECKED, length, 1) + RECORD);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30, 127, 128, 400, 511, 512, 16_000})
    void checkOfSeveralFrames_isDividedAmongThem(int length) {
        double each = written(FrameForm.CONTENT_SAMPLED, length, FRAMES) / (double) FRAMES;

        assertThat((double) new FrameSize(FrameForm.CONTENT_SAMPLED).applyAsInt(length))
                .isCloseTo(each + RECORD, within(2.0));
    }

    @ParameterizedTest
    @ValueSource(ints = {40_000})
    void longFrame_hasSeveralRecords(int length) {
        assertThat(new FrameSize(FrameForm.UNCHECKED).applyAsInt(length))
                .isEqualTo(written(FrameForm.UNCHECKED, length, 1) + 3 * RECORD);
    }

    private static int written(FrameForm form, int length, int frames) {
        HeaderWriter headers = new HeaderWriter(form);
        ByteBuf payload = Unpooled.wrappedBuffer(new byte[length]);
        ByteBuf header = Unpooled.buffer(FrameDescriptor.MAX_HEADER_BYTES);
        int end = FrameDescriptor.MAX_HEADER_BYTES;
        int bytes = 0;
        for (int i = 0; i < frames; i++) {
            int head = FrameDescriptor.data(Codec.ZSTD, i == 0);
            bytes += end - headers.put(head, header, end, payload, 0, length, 0) + length;
        }
        return bytes;
    }
}
