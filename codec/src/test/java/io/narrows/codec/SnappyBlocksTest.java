package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SnappyBlocksTest {
    @Test
    void size_hasUpTo31Bits() throws MalformedDataException {
        assertThat(SnappyBlocks.sizeOf(bytes(0))).isZero();
        assertThat(SnappyBlocks.sizeOf(bytes(0x80, 0x80, 0x80, 0x80, 1))).isEqualTo(1 << 28);
        assertThat(SnappyBlocks.sizeOf(bytes(0xff, 0xff, 0xff, 0xff, 7))).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void size_leavesThePosition() throws MalformedDataException {
        ByteBuffer block = bytes(1, 5, 6).position(1);

        assertThat(SnappyBlocks.sizeOf(block)).isEqualTo(5);
        assertThat(block.position()).isEqualTo(1);
    }

    @Test
    void sizeThatNoArrayHas_isRefused() {
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> SnappyBlocks.sizeOf(bytes(0xff, 0xff, 0xff, 0xff, 8)))
                .withMessage("Snappy block of 2 GiB or more");
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> SnappyBlocks.sizeOf(bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0)))
                .withMessage("Snappy block of 2 GiB or more");
    }

    @Test
    void cutSize_isRefused() {
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> SnappyBlocks.sizeOf(bytes(0x80, 0x80)))
                .withMessage("Snappy block with a truncated size");
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length);
        for (int value : values) {
            bytes.put((byte) value);
        }
        return bytes.flip();
    }
}
