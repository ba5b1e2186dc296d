package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {
    /** These pairs are in files and on the wire. A new codec adds a line; existing lines never change. */
    @ParameterizedTest
    @CsvSource({
        "NONE, 0, none",
        "GZIP, 1, gzip",
        "SNAPPY, 2, snappy",
        "LZ4, 3, lz4",
        "LZ4HC, 4, lz4hc",
        "ZSTD, 5, zstd",
        "DENSE, 6, dense"
    })
    void idAndLabel_areFrozen(Codec codec, int id, String label) throws MalformedDataException {
        assertThat(codec.id()).isEqualTo(id);
        assertThat(codec.label()).isEqualTo(label);
        assertThat(Codec.ofId(id)).isSameAs(codec);
    }

    @Test
    void frozenPairs_areAllThereIs() {
        assertThat(Codec.values()).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 7, 15, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void ofId_unknown_isRefusedWithTheRange(int id) {
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> Codec.ofId(id))
                .withMessage("unknown codec id: " + id + " (expected: 0-6)");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void fallbacks_endAtNone(Codec codec) {
        Codec last = codec;
        for (int steps = 0; last.fallback().isPresent(); steps++) {
            assertThat(steps).isLessThan(Codec.values().length);
            last = last.fallback().get();
        }

        assertThat(last).isSameAs(Codec.NONE);
    }

    @Test
    void dictionaries_areUsedByCodecsWhoseBlocksReferToHistory() {
        assertThat(Arrays.stream(Codec.values()).filter(Codec::usesDictionaries))
                .containsExactlyInAnyOrder(Codec.GZIP, Codec.LZ4, Codec.LZ4HC, Codec.ZSTD)
                .allMatch(codec -> codec.hasBlocks() && codec.keepsHistory());
    }

    @Test
    void beginsWithDictionary_codecsWhoseFirstFramesNeverBeginWithZero() {
        assertThat(Arrays.stream(Codec.values()).filter(Codec::beginsWithDictionary))
                .containsExactlyInAnyOrder(Codec.LZ4, Codec.LZ4HC, Codec.ZSTD, Codec.DENSE)
                .allMatch(Codec::keepsHistory);
    }

    @Test
    void usesLibrary_everyCodecButNoneAndDense() {
        assertThat(Arrays.stream(Codec.values()).filter(Codec::usesLibrary))
                .containsExactlyInAnyOrder(Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.LZ4HC, Codec.ZSTD);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void sharedHistory_takesACodecThatKeepsHistory(Codec codec) {
        assertThat(codec.keepsHistory() || !codec.sharesHistory()).isTrue();
        assertThat(codec.sharesHistory()).isEqualTo(codec == Codec.DENSE);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void overloadCodec_isFasterAndHasNoLargerWindow(Codec codec) {
        CodecSpec spec = CodecSpec.of(codec).withWindowLog(18);

        spec.overloadCodec().ifPresent(faster -> {
            assertThat(CodecCost.ofEncoding(faster).nanosPerByte())
                    .isLessThan(CodecCost.ofEncoding(spec).nanosPerByte());
            assertThat(faster.windowLog()).isLessThanOrEqualTo(spec.windowLog());
        });
        assertThat(spec.overloadCodec().isPresent()).isEqualTo(codec == Codec.DENSE);
    }
}
