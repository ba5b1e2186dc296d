package io.narrows.storage.compaction;

import static io.narrows.storage.compaction.Shape.numbers;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.Slice;
import io.narrows.storage.version.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Uses small levels: a base level is at most 1,000 bytes, a file 100. */
class CompactionPickerTest {
    private static final Set<Long> NONE_BUSY = Set.of();
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD);
    private static final LevelOptions OPTIONS =
            LevelOptions.DEFAULT.withTargetFileSize(100, 1).withMaxBytesForLevel(1_000, 10);
    private static final CompactionPicker PICKER = new CompactionPicker(OPTIONS, CompressionLadder.of(LZ4));

    /** The last level is large enough for one more level above it, with at most 1,000 bytes. */
    private final Shape shape = new Shape().file(6, 1, "y", "z", 5_000);

    @Test
    void level0_belowItsTrigger_isLeftAlone() {
        shape.file(0, 11, "a", "b", 10).file(0, 12, "a", "b", 10).file(0, 13, "a", "b", 10);

        assertThat(PICKER.pick(shape.version(), NONE_BUSY)).isEmpty();
    }

    @Test
    void level0_goesToTheBaseLevelWithAllThatOverlaps() {
        shape.file(5, 2, "a", "c", 100).file(5, 3, "e", "f", 100);
        shape.file(0, 11, "a", "b", 10)
                .file(0, 12, "b", "d", 10)
                .file(0, 13, "c", "d", 10)
                .file(0, 14, "k", "m", 10);

        Compaction picked = PICKER.pick(shape.version(), NONE_BUSY).orElseThrow();

        assertThat(picked.reason()).isEqualTo(Compaction.Reason.LEVEL_0);
        assertThat(picked.outputLevel()).isEqualTo(5);
        assertThat(numbers(picked.inputs())).containsExactly(13L, 12L, 11L);
        assertThat(numbers(picked.nextInputs())).containsExactly(2L);
        assertThat(picked.trivialMove()).isFalse();
        assertThat(picked.bottommost()).isTrue();
    }

    @Test
    void level0_oneAtATime() {
        shape.file(0, 11, "a", "b", 10).file(0, 12, "c", "d", 10).file(0, 13, "e", "f", 10);
        shape.file(0, 14, "g", "h", 10).file(0, 15, "i", "j", 10);

        assertThat(PICKER.pick(shape.version(), NONE_BUSY)).isPresent();
        assertThat(PICKER.pick(shape.version(), Set.of(15L))).isEmpty();
    }

    @Test
    void level0_whoseBaseFilesAreBusy_waits() {
        shape.file(5, 2, "a", "c", 100);
        for (int number = 11; number < 15; number++) {
            shape.file(0, number, "a", "b", 10);
        }

        assertThat(PICKER.pick(shape.version(), Set.of(2L))).isEmpty();
    }

    @Test
    void level0_oneFileThatNothingOverlaps_isMoved() {
        Version version = new Shape()
                .file(0, 11, "a", "b", 10)
                .file(0, 12, "c", "d", 10)
                .file(0, 13, "e", "f", 10)
                .file(0, 14, "g", "h", 10)
                .version();

        Compaction picked = PICKER.pick(version, NONE_BUSY).orElseThrow();

        assertThat(picked.trivialMove()).isTrue();
        assertThat(picked.outputLevel()).isEqualTo(6);
        assertThat(numbers(picked.inputs())).containsExactly(11L);
    }

    @Test
    void move_intoALevelOfAnotherCodec_isNotPicked() {
        CompactionPicker picker = new CompactionPicker(OPTIONS, new CompressionLadder(List.of(LZ4), Optional.of(ZSTD)));
        Version version = new Shape()
                .file(0, 11, "a", "b", 10)
                .file(0, 12, "c", "d", 10)
                .file(0, 13, "e", "f", 10)
                .file(0, 14, "g", "h", 10)
                .version();

        Compaction picked = picker.pick(version, NONE_BUSY).orElseThrow();

        assertThat(picked.trivialMove()).isFalse();
        assertThat(picked.compression()).isEqualTo(ZSTD);
    }

    @Test
    void move_ontoMuchOfTheLevelBelow_isNotPicked() {
        shape.file(6, 2, "a", "b", 2_400).file(5, 3, "m", "n", 100).file(4, 4, "a", "c", 1_100);
        LevelOptions small = OPTIONS.withMaxBytesForLevel(50, 10);

        Compaction picked = new CompactionPicker(small, CompressionLadder.of(LZ4))
                .pick(shape.version(), Set.of(3L))
                .orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(4L);
        assertThat(picked.nextInputs()).isEmpty();
        assertThat(picked.trivialMove()).isFalse();
        assertThat(numbers(picked.grandparents())).containsExactly(2L);
        assertThat(picked.bottommost()).isFalse();
    }

    @Test
    void level_takesTheFileThatOverlapsLeast() {
        shape.file(6, 2, "a", "c", 900).file(6, 3, "f", "g", 100).file(6, 4, "k", "l", 500);
        shape.file(5, 5, "a", "b", 500).file(5, 6, "f", "h", 500).file(5, 7, "k", "m", 500);

        Compaction picked = PICKER.pick(shape.version(), NONE_BUSY).orElseThrow();

        assertThat(picked.reason()).isEqualTo(Compaction.Reason.LEVEL_SIZE);
        assertThat(numbers(picked.inputs())).containsExactly(6L);
        assertThat(numbers(picked.nextInputs())).containsExactly(3L);
    }

    @Test
    void level_goesAroundWhatIsBusy() {
        shape.file(6, 2, "a", "c", 900).file(6, 3, "f", "g", 100).file(6, 4, "k", "l", 500);
        shape.file(5, 5, "a", "b", 1_500).file(5, 6, "f", "h", 500).file(5, 7, "k", "m", 1_500);

        Compaction picked = PICKER.pick(shape.version(), Set.of(3L)).orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(7L);
        assertThat(PICKER.pick(shape.version(), Set.of(2L, 3L, 4L))).isEmpty();
    }

    /** Otherwise an older version of the key would be above a newer one. */
    @Test
    void neighboursThatShareAUserKey_goTogether() {
        shape.file(6, 2, "d", "g", 100).file(6, 3, "g", "h", 100);
        shape.file(5, 5, "a", "c", 700).file(5, 6, "c", "d", 700).file(5, 7, "m", "n", 10);

        Compaction picked = PICKER.pick(shape.version(), Set.of(7L)).orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(5L, 6L);
        assertThat(numbers(picked.nextInputs())).containsExactly(2L, 3L);
    }

    @Test
    void neighbourBehindTheEndOfARangeDeletion_staysBehind() {
        shape.fileBefore(5, 5, "a", "c", 700).file(5, 6, "c", "d", 700).file(6, 2, "c", "d", 2_000);

        Compaction picked = PICKER.pick(shape.version(), NONE_BUSY).orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(5L);
        assertThat(picked.nextInputs()).isEmpty();
    }

    @Test
    void moreFiles_thatCostNothing_comeAlong() {
        shape.file(6, 2, "a", "m", 100);
        shape.file(5, 5, "b", "c", 600).file(5, 6, "e", "f", 600).file(5, 7, "n", "o", 10);

        Compaction picked = PICKER.pick(shape.version(), Set.of(7L)).orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(5L, 6L);
        assertThat(numbers(picked.nextInputs())).containsExactly(2L);
    }

    @Test
    void bottommost_isJudgedByTheRange() {
        Version version = new Shape()
                .file(6, 1, "y", "z", 50_000)
                .file(5, 2, "a", "c", 100)
                .file(5, 3, "m", "n", 100)
                .file(4, 4, "a", "b", 3_000)
                .version();

        Compaction picked = PICKER.pick(version, NONE_BUSY).orElseThrow();

        assertThat(picked.outputLevel()).isEqualTo(5);
        assertThat(picked.bottommost()).isTrue();
    }

    @Test
    void manual_takesWhatOverlapsTheRange() {
        shape.file(5, 2, "a", "c", 100)
                .file(5, 3, "e", "f", 100)
                .file(5, 4, "h", "i", 100)
                .file(6, 7, "a", "k", 100);

        Compaction picked = PICKER.manual(shape.version(), 5, Slice.of("d"), Slice.of("h"), NONE_BUSY)
                .orElseThrow();

        assertThat(picked.reason()).isEqualTo(Compaction.Reason.MANUAL);
        assertThat(picked.outputLevel()).isEqualTo(6);
        // the first file adds no cost
        assertThat(numbers(picked.inputs())).containsExactly(2L, 3L, 4L);
        assertThat(PICKER.manual(shape.version(), 4, null, null, NONE_BUSY)).isEmpty();
    }

    @Test
    void manual_inTheLowestLevelOfTheRange_rewritesFiles() {
        shape.file(6, 2, "a", "c", 100).file(6, 3, "e", "f", 100);

        Compaction picked = PICKER.manual(shape.version(), 6, null, Slice.of("d"), NONE_BUSY)
                .orElseThrow();

        assertThat(picked.outputLevel()).isEqualTo(6);
        assertThat(numbers(picked.inputs())).containsExactly(2L);
        assertThat(picked.trivialMove()).isFalse();
        assertThat(picked.bottommost()).isTrue();
    }

    @Test
    void manual_takesNoMoreThanOneCompactionShould() {
        shape.file(5, 2, "a", "b", 900).file(5, 3, "c", "d", 900).file(6, 5, "a", "f", 900);

        Compaction picked =
                PICKER.manual(shape.version(), 5, null, null, NONE_BUSY).orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(2L);
    }

    /** Files that another compaction adds in between must not end up within a file's range. */
    @Test
    void manual_takesNoFilesWithAGapBetweenThem() {
        shape.file(6, 2, "a", "b", 10).file(6, 3, "e", "f", 10);

        Compaction picked =
                PICKER.manual(shape.version(), 6, null, null, NONE_BUSY).orElseThrow();

        assertThat(numbers(picked.inputs())).containsExactly(2L);
    }

    @Test
    void migration_rewritesOutdatedFiles_theDeepestFirst() {
        shape.file(6, 2, "a", "c", 100).file(5, 3, "a", "c", 100).file(0, 9, "a", "c", 100);

        Compaction first = PICKER.migrate(shape.version(), NONE_BUSY, file -> file.number() != 1)
                .orElseThrow();
        Compaction second = PICKER.migrate(shape.version(), Set.of(2L), file -> file.number() != 1)
                .orElseThrow();

        assertThat(first.reason()).isEqualTo(Compaction.Reason.MIGRATION);
        assertThat(numbers(first.inputs())).containsExactly(2L);
        assertThat(first.outputLevel()).isEqualTo(6);
        assertThat(first.bottommost()).isTrue();
        assertThat(numbers(second.inputs())).containsExactly(3L);
        assertThat(second.outputLevel()).isEqualTo(5);
        assertThat(second.bottommost()).isFalse();
        assertThat(PICKER.migrate(shape.version(), Set.of(2L, 3L), file -> file.number() != 1))
                .isEmpty();
    }

    @Test
    void filter_rewritesShrinkingFilesInTheirLevel_theDeepestFirst() {
        shape.file(6, 2, "a", "c", 100).file(5, 3, "a", "c", 100).file(0, 9, "a", "c", 100);

        Compaction first = filtered(NONE_BUSY, 2, 3, 9).orElseThrow();
        Compaction second = filtered(Set.of(2L), 2, 3, 9).orElseThrow();

        assertThat(first.reason()).isEqualTo(Compaction.Reason.FILTER);
        assertThat(numbers(first.files())).containsExactly(2L);
        assertThat(first.outputLevel()).isEqualTo(6);
        assertThat(numbers(second.files())).containsExactly(3L);
        assertThat(second.outputLevel()).isEqualTo(5);
        assertThat(filtered(NONE_BUSY)).isEmpty();
    }

    @Test
    void filter_takesShrinkingFilesOfLevel0Down_andNeverMovesThem() {
        shape.file(0, 9, "a", "c", 100).file(0, 8, "d", "e", 100);

        Compaction down = filtered(NONE_BUSY, 9).orElseThrow();

        assertThat(numbers(down.inputs())).containsExactly(9L);
        assertThat(down.outputLevel()).isGreaterThan(0);
        assertThat(down.trivialMove()).isFalse();
    }

    @Test
    void filter_takesSupersedingFilesOfLevel0Down_onceTheyHaveAThirdAsManyEntries() {
        shape.file(5, 2, "a", "c", 100).file(0, 9, "a", "c", 100);

        assertThat(superseding(1, 4)).isEmpty();
        assertThat(numbers(superseding(1, 3).orElseThrow().files())).containsExactly(9L, 2L);
    }

    @Test
    void filter_takesSupersedingFilesOfOtherLevelsDown_onceTheyHaveAThirdAsManyEntries() {
        shape.file(6, 2, "a", "c", 100).file(5, 9, "a", "c", 100);

        assertThat(superseding(1, 4)).isEmpty();
        Compaction down = superseding(1, 3).orElseThrow();
        assertThat(numbers(down.files())).containsExactly(9L, 2L);
        assertThat(down.outputLevel()).isEqualTo(6);
    }

    @Test
    void filter_takesSupersedingFilesDown_aboveAnEmptyLevelToo() {
        shape.file(6, 2, "a", "c", 100).file(4, 9, "a", "c", 100);

        Compaction down = superseding(1, 3).orElseThrow();

        assertThat(numbers(down.files())).containsExactly(9L);
        assertThat(down.outputLevel()).isEqualTo(5);
        assertThat(down.trivialMove()).isFalse();
    }

    /** About half of such a file is beneath. */
    @Test
    void filter_countsHalfOfFilesThatReachBeyondTheSupersedingOne() {
        shape.file(6, 2, "a", "d", 100).file(6, 3, "e", "h", 100).file(6, 4, "i", "l", 100);
        shape.file(5, 9, "c", "j", 100);

        assertThat(superseding(1, 2)).isEmpty();
        assertThat(numbers(superseding(2, 3).orElseThrow().files())).containsExactly(9L, 2L, 3L, 4L);
    }

    /** It would be rewritten as a whole. */
    @Test
    void filter_countsAllOfASingleFileThatReachesBeyondTheSupersedingOne() {
        shape.file(6, 2, "a", "d", 100).file(5, 9, "b", "c", 100);

        assertThat(superseding(1, 4)).isEmpty();
        assertThat(numbers(superseding(1, 3).orElseThrow().files())).containsExactly(9L, 2L);
    }

    /** @param shrinking numbers of files that a filter shrinks */
    private Optional<Compaction> filtered(Set<Long> busy, long... shrinking) {
        Set<Long> numbers = Arrays.stream(shrinking).boxed().collect(Collectors.toSet());
        return PICKER.filtered(
                shape.version(), busy, file -> numbers.contains(file.number()), file -> false, file -> 1);
    }

    /** Picks where all files supersede others. */
    private Optional<Compaction> superseding(long entriesAbove, long entriesBeneath) {
        return PICKER.filtered(
                shape.version(),
                NONE_BUSY,
                file -> false,
                file -> true,
                file -> file.number() == 9 ? entriesAbove : entriesBeneath);
    }
}
