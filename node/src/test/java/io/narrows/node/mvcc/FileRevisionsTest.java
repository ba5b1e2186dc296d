package io.narrows.node.mvcc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.compaction.PropertiesCollector;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.sst.TableProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what follows from the properties of a file, with files that have only the given ones. */
class FileRevisionsTest {
    private static final String OBSOLETE = "narrows.obsolete.revision";
    private static final String HALF_OBSOLETE = "narrows.half.obsolete.revision";
    private static final String UNPROTECTED_OBSOLETE = "narrows.unprotected.obsolete.revision";
    private static final String MIDDLE = "narrows.half.written.revision";
    private static final String UNPROTECTED_MIDDLE = "narrows.unprotected.half.written.revision";

    @TempDir
    private Path directory;

    @Test
    void fileOfAnEarlierVersion_isWorthCompacting_onceHalfOfItIsObsolete() throws IOException {
        FileRevisions file = fileWith(Map.of(HALF_OBSOLETE, 7L));

        assertThat(file.isWorthCompacting(6, CompactionFilter.NOTHING_PROTECTED))
                .isFalse();
        assertThat(file.isWorthCompacting(7, CompactionFilter.NOTHING_PROTECTED))
                .isTrue();
    }

    @Test
    void fileWithBothProperties_isWorthCompacting_accordingToTheCurrentOne() throws IOException {
        assertThat(fileWith(Map.of(OBSOLETE, 5L, HALF_OBSOLETE, 7L)).all().obsolete())
                .isEqualTo(5);
    }

    @Test
    void fileWithoutProperties_isNeverWorthCompacting() throws IOException {
        assertThat(fileWith(Map.of()).all().obsolete()).isEqualTo(BytesByRevision.NEVER);
    }

    @Test
    void fileThatASnapshotProtects_isWorthCompacting_forWhatTheSnapshotDoesNotSee() throws IOException {
        FileRevisions file = fileOfASnapshot(Map.of(OBSOLETE, 5L, UNPROTECTED_OBSOLETE, 9L));

        assertThat(file.isWorthCompacting(8, 100)).isFalse();
        assertThat(file.isWorthCompacting(9, 100)).isTrue();
    }

    @Test
    void fileThatASnapshotProtected_isWorthCompacting_onceItIsClosed() throws IOException {
        FileRevisions file = fileOfASnapshot(Map.of(OBSOLETE, 5L, UNPROTECTED_OBSOLETE, BytesByRevision.NEVER));

        assertThat(file.isWorthCompacting(7, 100)).isFalse();
        assertThat(file.isWorthCompacting(7, CompactionFilter.NOTHING_PROTECTED))
                .isTrue();
    }

    @Test
    void fileThatASnapshotProtectsByHalf_isNotHalfCompacted_beforeItIsClosed() throws IOException {
        FileRevisions file = fileOfASnapshot(Map.of(MIDDLE, 5L, UNPROTECTED_MIDDLE, BytesByRevision.NEVER));

        assertThat(file.isHalfCompacted(8, 100)).isFalse();
        assertThat(file.isHalfCompacted(8, CompactionFilter.NOTHING_PROTECTED)).isTrue();
    }

    @Test
    void fileOfAnEarlierVersion_thatASnapshotProtects_isWorthCompacting_atEachCompactRevision() throws IOException {
        FileRevisions file = fileOfASnapshot(Map.of(OBSOLETE, 5L));

        assertThat(file.isWorthCompacting(7, 100)).isFalse();
        assertThat(file.isWorthCompacting(8, 100)).isTrue();
    }

    /** Returns a file that was written at the compact revision 7, under a snapshot with the sequence number 100. */
    private FileRevisions fileOfASnapshot(Map<String, Long> others) throws IOException {
        Map<String, Long> properties = new HashMap<>(others);
        properties.put("narrows.compact.revision", 7L);
        properties.put("narrows.protected.sequence", 100L);
        return fileWith(properties);
    }

    private FileRevisions fileWith(Map<String, Long> properties) throws IOException {
        FamilyOptions options = FamilyOptions.DEFAULT.withCompactionFilter(new GivenProperties(properties));
        try (Db db = Db.open(directory, DbOptions.defaults())) {
            ColumnFamily family = db.createFamily("family", options);
            db.put(family, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
            db.flush();
            return FileRevisions.of(db.fileProperties(family).get(0));
        }
    }

    /** Gives files their properties, and drops nothing. */
    private record GivenProperties(Map<String, Long> properties)
            implements CompactionFilterFactory, CompactionFilter, PropertiesCollector {
        @Override
        public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) {
            return this;
        }

        @Override
        public long sequence() {
            return 0;
        }

        @Override
        public boolean shrinks(TableProperties file, long newestProtected) {
            return false;
        }

        @Override
        public boolean supersedes(TableProperties file) {
            return false;
        }

        @Override
        public Decision decide(Slice userKey, Slice value) {
            return Decision.KEEP;
        }

        @Override
        public PropertiesCollector collector(long newestProtected) {
            return this;
        }

        @Override
        public void add(Slice userKey, long sequence, EntryType type, Slice value) {
            // nothing to collect
        }

        @Override
        public Map<String, Long> finish() {
            return properties;
        }
    }
}
