package io.narrows.storage.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.storage.version.Version;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares with figures worked out by hand from RocksDB's documentation of {@code level_compaction_dynamic_level_bytes}. */
class LevelTargetsTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final LevelOptions OPTIONS = LevelOptions.DEFAULT;
    private static final double EXACT = 1e-9;

    @Test
    void emptyDatabase_level0GoesToTheLastLevel() {
        LevelTargets targets = LevelTargets.of(Version.EMPTY, OPTIONS);

        assertThat(targets.baseLevel()).isEqualTo(6);
        assertThat(targets.score(0)).isZero();
        assertThat(targets.pendingBytes()).isZero();
    }

    @Test
    void baseLevel_staysWhileTheLastLevelFitsIntoTheBase() {
        assertThat(ofLast(256 * MIB).baseLevel()).isEqualTo(6);
        assertThat(ofLast(256 * MIB + 10).baseLevel()).isEqualTo(5);
    }

    @Test
    void baseLevel_movesUpByOneForEachMultiplier() {
        assertThat(ofLast(2560 * MIB).baseLevel()).isEqualTo(5);
        assertThat(ofLast(2560 * MIB + 100).baseLevel()).isEqualTo(4);
        assertThat(ofLast(25600 * MIB + 1000).baseLevel()).isEqualTo(3);
    }

    @Test
    void baseLevel_isAtLeastOne() {
        assertThat(ofLast(1L << 55).baseLevel()).isEqualTo(1);
    }

    /** The example of RocksDB's guide: 276 GB in the last level, at most 1 GB in the base level. */
    @Test
    void targets_areSharesOfTheLastLevel() {
        LevelOptions options = OPTIONS.withMaxBytesForLevel(GIB, 10);
        LevelTargets targets = LevelTargets.of(sizes(0, 0, 0, 0, 0, 0, 276 * GIB), options);

        assertThat(targets.baseLevel()).isEqualTo(3);
        assertThat(targets.target(6)).isCloseTo(276 * GIB, within(1000L));
        assertThat(targets.target(5)).isCloseTo(276 * GIB / 10, within(100L));
        assertThat(targets.target(4)).isCloseTo(276 * GIB / 100, within(10L));
        // its share is 0.276 GB, but no target is below the base level's maximum
        assertThat(targets.target(3)).isEqualTo(GIB);
        assertThat(targets.target(2)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void moreLevelsThanNeeded_theFirstOfThemIsTheBase() {
        LevelTargets targets = LevelTargets.of(sizes(0, 0, 0, 30 * MIB, 0, 0, 300 * MIB), OPTIONS);

        assertThat(targets.baseLevel()).isEqualTo(3);
        assertThat(targets.target(3)).isEqualTo(256 * MIB);
    }

    /**
     * 300 MiB need at most one level above the last: files of the third level move down, although it is far from its target.
     */
    @Test
    void unnecessaryLevel_isDue() {
        LevelTargets targets = LevelTargets.of(sizes(0, 0, 0, 30 * MIB, 0, 0, 300 * MIB), OPTIONS);

        assertThat(targets.score(3)).isCloseTo(10 * (1.001 + 0.001), within(EXACT));
    }

    @Test
    void scoreOfLevel0_isItsFilesByTheTrigger() {
        assertThat(level0(3, 30 * MIB, 0).score(0)).isCloseTo(0.75, within(EXACT));
        assertThat(level0(4, 40 * MIB, 0).score(0)).isCloseTo(1.0, within(EXACT));
        assertThat(level0(6, 60 * MIB, 0).score(0)).isCloseTo(15, within(EXACT));
    }

    @Test
    void scoreOfLevel0_thatIsLarge_isDueWithFewFiles() {
        assertThat(level0(1, 256 * MIB, 0).score(0)).isCloseTo(10.1, within(EXACT));
        assertThat(level0(1, 512 * MIB, 100 * MIB).score(0)).isCloseTo(20, within(EXACT));
    }

    @Test
    void scoreOfLevel0_doesNotCountBusyFiles() {
        Version version = new Shape()
                .file(0, 1, "a", "b", MIB)
                .file(0, 2, "a", "b", MIB)
                .file(0, 3, "a", "b", MIB)
                .file(0, 4, "a", "b", MIB)
                .version();

        assertThat(LevelTargets.of(version, OPTIONS).score(0)).isCloseTo(1, within(EXACT));
        assertThat(LevelTargets.of(version, OPTIONS, Set.of(1L, 2L)).score(0)).isCloseTo(0.5, within(EXACT));
    }

    @Test
    void scoreOfLevel_isItsBytesByItsTarget() {
        LevelTargets targets = LevelTargets.of(sizes(0, 0, 0, 0, 0, 128 * MIB, 1280 * MIB), OPTIONS);

        assertThat(targets.baseLevel()).isEqualTo(5);
        assertThat(targets.score(5)).isCloseTo(0.5, within(EXACT));
    }

    /** Incoming data counts as if it had already arrived: the level waits for it. */
    @Test
    void scoreOfLevel_thatIsTooLarge_fallsWithWhatIsToCome() {
        LevelTargets alone = LevelTargets.of(sizes(0, 0, 0, 0, 0, 512 * MIB, 2000 * MIB), OPTIONS);
        LevelTargets withMore = LevelTargets.of(sizes(256 * MIB, 0, 0, 0, 0, 512 * MIB, 2000 * MIB), OPTIONS);

        assertThat(alone.score(5)).isCloseTo(20, within(EXACT));
        assertThat(withMore.score(5)).isCloseTo(10, within(EXACT));
    }

    @Test
    void scoreOfTheLastLevel_isZero() {
        assertThat(ofLast(GIB).score(6)).isZero();
    }

    @Test
    void pendingBytes_ofLevel0_areItsOwnAndTheBaseLevels() {
        assertThat(level0(3, 30 * MIB, 100 * MIB).pendingBytes()).isZero();
        assertThat(level0(4, 40 * MIB, 100 * MIB).pendingBytes()).isEqualTo(140 * MIB);
    }

    /** The excess of 144 MiB in level 5 meets 2000 / 400 times its size in level 6. */
    @Test
    void pendingBytes_ofLevel_areWhatItHasTooMuchWithItsShareBelow() {
        LevelTargets targets = LevelTargets.of(sizes(0, 0, 0, 0, 0, 400 * MIB, 2000 * MIB), OPTIONS);

        assertThat(targets.pendingBytes()).isEqualTo(144 * MIB * (2000 / 400 + 1));
    }

    @Test
    void pendingBytes_goOnThroughTheLevels() {
        LevelTargets targets = LevelTargets.of(sizes(256 * MIB, 0, 0, 0, 0, 144 * MIB, 2000 * MIB), OPTIONS);

        // level 0 and the base level, which then has 400 MiB, of which 144 MiB continue down
        assertThat(targets.pendingBytes()).isEqualTo(400 * MIB + 144 * MIB * (2000 / 400 + 1));
    }

    private static LevelTargets ofLast(long bytes) {
        return LevelTargets.of(sizes(0, 0, 0, 0, 0, 0, bytes), OPTIONS);
    }

    private static LevelTargets level0(int files, long bytes, long last) {
        long[] levels = {bytes, 0, 0, 0, 0, 0, last};
        return LevelTargets.of(new LevelSizes(files, levels, files, levels), OPTIONS);
    }

    private static LevelSizes sizes(long... bytes) {
        int files = bytes[0] > 0 ? 1 : 0;
        return new LevelSizes(files, bytes, files, bytes);
    }
}
