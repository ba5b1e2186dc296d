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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what follows from the properties of a file, with files that have only the given ones. */
class FileRevisionsTest {
    private static final String OBSOLETE = "narrows.obsolete.revision";
    private static final String HALF_OBSOLETE = "narrows.half.obsolete.revision";

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
        assertThat(fileWith(Map.of(OBSOLETE, 5L, HALF_OBSOLETE, 7L)).obsolete()).isEqualTo(5);
    }

    @Test
    void fileWithoutProperties_isNeverWorthCompacting() throws IOException {
        assertThat(fileWith(Map.of()).obsolete()).isEqualTo(BytesByRevision.NEVER);
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
        public void add(Slice userKey, EntryType type, Slice value) {
            // nothing to collect
        }

        @Override
        public Map<String, Long> finish() {
            return properties;
        }
    }
}
