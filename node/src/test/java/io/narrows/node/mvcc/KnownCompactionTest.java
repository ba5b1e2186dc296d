package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCompactionTest {
    @TempDir
    private Path directory;

    private final KnownCompaction known = new KnownCompaction();

    @Test
    void revision_isKnownOnceTheLogIsSynced() throws IOException {
        try (Db db = Db.open(directory, DbOptions.defaults())) {
            db.put(db.defaultFamily(), new byte[] {1}, new byte[] {2});
            long before = db.statistics().writes().logSyncs();

            known.raise(5, db);

            assertThat(db.statistics().writes().logSyncs()).isGreaterThan(before);
            assertThat(known.point()).isEqualTo(new KnownCompaction.Point(5, 1));
        }
    }

    @Test
    void revision_isUnknownIfTheLogCannotBeSynced() throws IOException {
        Db db = Db.open(directory, DbOptions.defaults());
        db.put(db.defaultFamily(), new byte[] {1}, new byte[] {2});
        db.close();

        assertThatThrownBy(() -> known.raise(5, db)).isInstanceOf(IOException.class);

        assertThat(known.point()).isEqualTo(KnownCompaction.Point.NONE);
    }

    @Test
    void lowerRevision_changesNothing() throws IOException {
        try (Db db = Db.open(directory, DbOptions.defaults())) {
            known.raise(5, db);
            KnownCompaction.Point before = known.point();

            known.raise(4, db);

            assertThat(known.point()).isEqualTo(before);
        }
    }
}
