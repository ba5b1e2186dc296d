package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecSpecTest {
    @ParameterizedTest
    @CsvSource({"NONE, 0, 0", "GZIP, 1, 9", "SNAPPY, 0, 0", "LZ4, 0, 0", "LZ4HC, 1, 12", "ZSTD, -7, 19", "DENSE, 0, 3"})
    void level_atItsBounds_isAllowedAndBeyondIsNot(Codec codec, int min, int max) {
        assertThat(CodecSpec.of(codec, min).level()).isEqualTo(min);
        assertThat(CodecSpec.of(codec, max).level()).isEqualTo(max);
        assertThatIllegalArgumentException().isThrownBy(() -> CodecSpec.of(codec, min - 1));
        assertThatIllegalArgumentException().isThrownBy(() -> CodecSpec.of(codec, max + 1));
    }

    @Test
    void level_zeroOfZstd_isRefusedWithTheRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CodecSpec.of(Codec.ZSTD, 0))
                .withMessage("zstd level 0 (expected: -7 to -1 or 1 to 19)");
    }

    @Test
    void window_beyondItsBounds_isRefusedWithTheRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CodecSpec(Codec.ZSTD, 1, 9))
                .withMessage("window log 9 (expected: 10-27)");
        assertThatIllegalArgumentException().isThrownBy(() -> new CodecSpec(Codec.ZSTD, 1, 28));
    }

    @Test
    void toString_namesTheLevelWhereThereIsOne() {
        assertThat(CodecSpec.of(Codec.ZSTD, -1)).hasToString("zstd:-1");
        assertThat(CodecSpec.of(Codec.SNAPPY)).hasToString("snappy");
    }
}
