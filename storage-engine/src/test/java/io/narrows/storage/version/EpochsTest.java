package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EpochsTest {
    @Test
    void filesWithoutEpochs_getThemByLevelAndSequence() throws InconsistentVersionException {
        Version version = Version.EMPTY.apply(new VersionEdit()
                .addFile(0, Keys.file(1, "a", "z", 30, 0))
                .addFile(0, Keys.file(2, "a", "z", 40, 0))
                .addFile(4, Keys.file(3, "a", "b", 9, 0))
                .addFile(4, Keys.file(4, "c", "d", 8, 0))
                .addFile(6, Keys.file(5, "a", "z", 0, 0)));

        Version inferred = Epochs.inferred(version);

        assertThat(inferred.level(6)).extracting(FileMetadata::epoch).containsExactly(1L);
        assertThat(inferred.level(4)).extracting(FileMetadata::epoch).containsExactly(2L, 2L);
        assertThat(inferred.level(0)).extracting(FileMetadata::number).containsExactly(2L, 1L);
        assertThat(inferred.level(0)).extracting(FileMetadata::epoch).containsExactly(4L, 3L);
    }

    /** An older RocksDB has rewritten the MANIFEST when there were already files with epochs. */
    @Test
    void oneFileWithoutEpoch_takesThemFromAll() throws InconsistentVersionException {
        Version version = VersionTest.level(
                0, Keys.file(1, "a", "z", 30, 7), Keys.file(2, "a", "z", 40, 0), Keys.file(3, "a", "z", 20, 9));

        Version inferred = Epochs.inferred(version);

        assertThat(inferred.level(0)).extracting(FileMetadata::number).containsExactly(2L, 1L, 3L);
        assertThat(inferred.highestEpoch()).isEqualTo(3);
    }

    @Test
    void knownEpochs_stay() throws InconsistentVersionException {
        Version version = VersionTest.level(0, Keys.file(1, "a", "z", 30, 7));

        assertThat(Epochs.inferred(version)).isSameAs(version);
    }
}
