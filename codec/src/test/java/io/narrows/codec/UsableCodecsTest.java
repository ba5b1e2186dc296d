package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class UsableCodecsTest {
    private static final CodecSpec LEVEL_0 = CodecSpec.of(Codec.DENSE, 0);
    private static final CodecSpec LEVEL_1 = CodecSpec.of(Codec.DENSE, 1);
    private static final Set<Codec> CODECS = Set.of(Codec.NONE, Codec.DENSE, Codec.ZSTD);

    @Test
    void level0_isContained_onlyIfTheReceiverDecodesIt() {
        assertThat(new UsableCodecs(CODECS, true).contains(LEVEL_0)).isTrue();
        assertThat(new UsableCodecs(CODECS, false).contains(LEVEL_0)).isFalse();
        assertThat(new UsableCodecs(CODECS, false).contains(LEVEL_1)).isTrue();
    }

    @Test
    void level0_withoutDense_isNotContained() {
        assertThat(new UsableCodecs(Set.of(Codec.ZSTD), true).contains(LEVEL_0)).isFalse();
    }

    @Test
    void level0_thatTheReceiverDoesNotDecode_isReplacedLikeDense() {
        UsableCodecs older = new UsableCodecs(CODECS, false);

        assertThat(older.resolve(LEVEL_0.withWindowLog(19)))
                .isEqualTo(CodecSpec.of(Codec.ZSTD).withWindowLog(19));
        assertThat(older.resolve(LEVEL_1)).isEqualTo(LEVEL_1);
        assertThat(new UsableCodecs(CODECS, true).resolve(LEVEL_0)).isEqualTo(LEVEL_0);
    }

    @Test
    void codecWithoutAnyCommonReplacement_isNone() {
        assertThat(new UsableCodecs(Set.of(Codec.NONE), true).resolve(LEVEL_1)).hasToString("none");
    }

    @Test
    void codecsOfBothProcesses_areCommon_andNone() {
        Codecs own = Codecs.load();

        assertThat(own.common(Set.of(Codec.LZ4), false))
                .isEqualTo(new UsableCodecs(Set.of(Codec.NONE, Codec.LZ4), false));
    }
}
