package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    /** Match headers; lz4 does not exploit an uneven distribution of characters. */
    private static final double LZ4_OVERHEAD = 0.07;

    @ParameterizedTest
    @ValueSource(doubles = {0.25, 0.5, 0.75})
    void next_compressesToAboutTheRatio(double ratio) {
        byte[] block = new Values(ratio, 64 << 10).next(64 << 10).toByteArray();
        try (BlockCodec lz4 = Codecs.load().block(CodecSpec.of(Codec.LZ4))) {
            int compressed =
                    lz4.compress(ByteBuffer.wrap(block), ByteBuffer.allocate(lz4.maxCompressedLength(block.length)));

            assertThat((double) compressed / block.length).isCloseTo(ratio, within(LZ4_OVERHEAD));
        }
    }

    @Test
    void next_continuesWhereTheLastOneEnded() {
        Values values = new Values(0.5, 100);

        Slice first = values.next(30);
        Slice second = values.next(30);

        assertThat(second.offset()).isEqualTo(first.end());
        assertThat(second.array()).isSameAs(first.array());
    }

    @Test
    void next_atTheEnd_beginsAgain() {
        Values values = new Values(0.5, 100);
        Slice first = values.next(600_000);

        assertThat(values.next(600_000)).isEqualTo(first);
    }

    @Test
    void next_longerThanAllThereUsuallyIs_isGiven() {
        assertThat(new Values(0.5, 3 << 20).next(3 << 20).length()).isEqualTo(3 << 20);
    }
}
