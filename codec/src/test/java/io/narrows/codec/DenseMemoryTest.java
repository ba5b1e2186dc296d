package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of contexts of {@code dense} that carry recorded traffic. */
final class DenseMemoryTest {
    private static final int CARRIED = 256 << 10;

    /** Nearly all models are in use soon, so that this is close to the most that any content takes. */
    @ParameterizedTest
    @CsvSource({"0, 800000, 660000", "1, 800000, 670000", "2, 800000, 670000"})
    void until256KiBWereCarried_contextsTakeLittle(int level, int mostOfEncoder, int mostOfDecoder) throws Exception {
        List<byte[]> reads = Stream.concat(Samples.postgres().stream(), Samples.etcd().stream())
                .toList();
        try (StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.DENSE, level))) {
            int carried = 0;
            for (byte[] read : reads) {
                if (carried + read.length > CARRIED) {
                    break;
                }
                pair.decode(pair.encode(read));
                carried += read.length;

                assertThat(pair.encoder.memoryBytes()).as("%d bytes", carried).isLessThan(mostOfEncoder);
                assertThat(pair.decoder.memoryBytes()).as("%d bytes", carried).isLessThan(mostOfDecoder);
            }
            assertThat(carried).isGreaterThan(200_000);
        }
    }
}
