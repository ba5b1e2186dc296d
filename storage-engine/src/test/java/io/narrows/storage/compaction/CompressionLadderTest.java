package io.narrows.storage.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompressionLadderTest {
    private static final CodecSpec NONE = CodecSpec.of(Codec.NONE);
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD);
    private static final List<CodecSpec> PER_LEVEL = List.of(NONE, NONE, LZ4, LZ4, LZ4, ZSTD, ZSTD);
    private static final CompressionLadder LADDER = new CompressionLadder(PER_LEVEL, Optional.empty());

    @Test
    void baseLevelOne_eachLevelHasItsOwn() {
        assertThat(levels(LADDER, 1)).isEqualTo(PER_LEVEL);
    }

    @Test
    void deeperBaseLevel_takesTheSecondEntry() {
        assertThat(LADDER.of(0, 4, false)).isEqualTo(NONE);
        assertThat(LADDER.of(4, 4, false)).isEqualTo(NONE);
        assertThat(LADDER.of(5, 4, false)).isEqualTo(LZ4);
        assertThat(LADDER.of(6, 4, false)).isEqualTo(LZ4);
    }

    @Test
    void shortList_theLastServesAllDeeperLevels() {
        CompressionLadder ladder = new CompressionLadder(List.of(NONE, LZ4), Optional.empty());

        assertThat(levels(ladder, 1)).containsExactly(NONE, LZ4, LZ4, LZ4, LZ4, LZ4, LZ4);
    }

    @Test
    void bottommost_winsInTheLastLevelOnly() {
        CompressionLadder ladder = new CompressionLadder(List.of(NONE, LZ4), Optional.of(ZSTD));

        assertThat(ladder.of(6, 5, true)).isEqualTo(ZSTD);
        assertThat(ladder.of(5, 5, false)).isEqualTo(LZ4);
        assertThat(ladder.ofFlush()).isEqualTo(NONE);
    }

    @Test
    void noEntry_isRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CompressionLadder(List.of(), Optional.empty()))
                .withMessageContaining("compression_per_level");
    }

    private static List<CodecSpec> levels(CompressionLadder ladder, int baseLevel) {
        return IntStream.range(0, 7)
                .mapToObj(level -> ladder.of(level, baseLevel, false))
                .toList();
    }
}
