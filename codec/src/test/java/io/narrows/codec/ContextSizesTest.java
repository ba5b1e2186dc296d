package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ContextSizesTest {
    private static final int MAX_WINDOW_LOG = 23;

    private final Codecs codecs = Codecs.load();

    private static Stream<CodecSpec> specs() {
        return Arrays.stream(Codec.values())
                .filter(codec -> codec != Codec.NONE)
                .flatMap(codec -> Stream.of(
                                Levels.of(codec).min(), Levels.of(codec).max())
                        .flatMap(level ->
                                Stream.of(14, 17, 20, 23).map(log -> new CodecSpec(codec, Math.min(level, 12), log))));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encoder_takesWhatWasForeseen(CodecSpec spec) {
        try (StreamEncoder encoder = codecs.streamEncoder(spec)) {
            assertTakes(encoder.memoryBytes(), spec.codec(), ContextSizes.encoder(spec));
        }
    }

    /** Only the contexts of dense grow. */
    private static void assertTakes(long bytes, Codec codec, long most) {
        if (codec == Codec.DENSE) {
            assertThat(bytes).isBetween(1L, most / 4);
        } else {
            assertThat(bytes).isEqualTo(most);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decoder_takesWhatWasForeseen_byTheSpecificationAndByTheFirstFrame(CodecSpec spec) throws Exception {
        ByteBuffer frame = firstFrame(spec);
        long byFrame = ContextSizes.decoder(spec.codec(), frame, MAX_WINDOW_LOG);
        try (StreamDecoder decoder = codecs.streamDecoder(spec.codec(), MAX_WINDOW_LOG)) {
            decoder.decode(frame, ByteBuffer.allocate(1 << 16));

            assertTakes(decoder.memoryBytes(), spec.codec(), byFrame);
        }
        assertThat(ContextSizes.decoder(spec)).isEqualTo(byFrame);
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"ZSTD", "DENSE"})
    void windowAboveTheLimit_isRefused(Codec codec) {
        ByteBuffer frame = firstFrame(CodecSpec.of(codec).withWindowLog(20));

        assertThatThrownBy(() -> ContextSizes.decoder(codec, frame, 19)).isInstanceOf(MalformedDataException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"NONE"},
            mode = EnumSource.Mode.EXCLUDE)
    void emptyFrame_beginsNoContext(Codec codec) {
        assertThatThrownBy(() -> ContextSizes.decoder(codec, ByteBuffer.allocate(0), MAX_WINDOW_LOG))
                .isInstanceOf(MalformedDataException.class);
    }

    private ByteBuffer firstFrame(CodecSpec spec) {
        ByteBuffer content =
                ByteBuffer.wrap("compressible ".repeat(20).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        try (StreamEncoder encoder = codecs.streamEncoder(spec)) {
            ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(content.remaining()));
            encoder.encode(content, frame);
            return frame.flip();
        }
    }
}
