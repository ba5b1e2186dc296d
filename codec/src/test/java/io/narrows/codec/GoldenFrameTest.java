package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    /** Two frames of contexts that begin with a dictionary of content only, and refer to it. */
    @ParameterizedTest
    @CsvSource({
        "LZ4, 0027a71bcd17051100000901a06e6172726f7720776179, 1323746f0d00a02c20746f20776964656e",
        "LZ4HC, 0027a71bcd17051100000d00a06e6172726f7720776179, 1325746f370080746f20776964656e",
        "ZSTD, 0027a71bcd0300688c000040667468652077617902004de521625e01, 0250746f746f20776964656e0100ba5058",
        "DENSE, 0027a71bcd0197f2332bbdfe2879226fc22b245eb4becdd02a72a14a, f2be360c4e8783a22ce571edb901"
    })
    void decode_framesThatBeginWithADictionary(Codec codec, String first, String second) throws Exception {
        byte[] content = "the way is narrow, and few find it; ".repeat(8).getBytes(StandardCharsets.US_ASCII);
        Codecs codecs = Codecs.load();
        try (StreamDictionary dictionary = codecs.dictionary(Dictionary.of(Arrays.copyOf(content, 256)));
                StreamDecoder decoder = codecs.streamDecoder(codec, 23, dictionary)) {
            assertThat(decoded(decoder, first)).isEqualTo("few find the narrow way");
            assertThat(decoded(decoder, second)).isEqualTo(SECOND);
        }
    }

    private static String decoded(StreamDecoder decoder, String frame) throws MalformedDataException {
        ByteBuffer content = ByteBuffer.allocate(100);
        decoder.decode(ByteBuffer.wrap(HexFormat.of().parseHex(frame)), content);
        return text(Memory.bytes(content.flip()));
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.US_ASCII);
    }
}
