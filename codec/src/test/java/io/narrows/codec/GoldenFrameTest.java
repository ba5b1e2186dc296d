package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
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

    /** The first two frames of contexts with a dictionary that has frames: of levels that begin from their state, and of level 3. */
    @ParameterizedTest
    @CsvSource({
        "00bbb536eb02d66f399984c50543463f6b0d9b96, 71c94d6d53454c4543542069642c206e616d652c20637265617465645f61742046524f4d"
                + "20637573746f6d657273205748455245206964203d20373b20",
        "00bbb536eb02d6f582ad88e58b1352, f99782cc1f91123f12068b1900d8913cf9dcfec8a63d9de9a9fe323dc2b79498858ddb2993be3f5c5052"
                + "a4c034c35f14cb7843ae91df0db8ca",
        "00bbb536eb0297f69fb6b1acbaadabfdfb6b001925bdfdd9d6d4965dd54cefb2d6b8e43af85eab77d55873d5bdea10d8467a0193055780e7170b"
                + "8435be81cacda3, f5b274632bb9821aaab472b5"
    })
    void decode_framesThatBeginWithADictionaryWithFrames(String first, String second) throws Exception {
        Codecs codecs = Codecs.load();
        try (InputStream file = Objects.requireNonNull(
                        getClass().getResourceAsStream("FuzzTargetsTestInputs/framedDictionary/orders"));
                StreamDictionary dictionary = codecs.dictionary(Dictionary.of(file.readAllBytes()));
                StreamDecoder decoder = codecs.streamDecoder(Codec.DENSE, 23, dictionary)) {
            assertThat(decoded(decoder, first)).isEqualTo("INSERT INTO orders VALUES (1234, 'customer-7', now());");
            assertThat(decoded(decoder, second)).isEqualTo("SELECT id, name, created_at FROM customers WHERE id = 7; ");
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
