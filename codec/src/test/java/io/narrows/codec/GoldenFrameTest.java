package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two frames of each stream as written by the first release; the first one is the window of the second. A sidecar of any
 * later release must read them; it may write different ones.
 */
class GoldenFrameTest {
    private static final String FIRST = "to narrow, to narrow, to narrow";
    private static final String SECOND = "to narrow, to widen";

    @ParameterizedTest
    @CsvSource({
        "GZIP, 2ac957c84b2c2aca2fd75128c1c20400, 42152bcf4c49cd0300",
        "SNAPPY, 1f2c746f206e6172726f772c20744a0b00, 1348746f206e6172726f772c20746f20776964656e",
        "LZ4, 1fbb746f206e6172726f772c200b00506172726f77, 13050900a02c20746f20776964656e",
        "LZ4HC, 1fbb746f206e6172726f772c200b00506172726f77, 130a140050776964656e",
        "ZSTD, 0300588c000058746f206e6172726f772c200100a68b17, 0228776964656e0100274f20",
        "DENSE, 0196f031790ef9af3d4b51009bcf7ab09594, f2a32f30f159242ab2dce9"
    })
    void decode_framesOfTheFirstRelease(Codec codec, String first, String second) throws Exception {
        try (StreamPair pair =
                StreamPair.direct(CodecSpec.of(codec, Levels.of(codec).max()))) {
            assertThat(text(pair.decode(HexFormat.of().parseHex(first)))).isEqualTo(FIRST);
            assertThat(text(pair.decode(HexFormat.of().parseHex(second)))).isEqualTo(SECOND);
        }
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.US_ASCII);
    }
}
