package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.db.CacheStatistics;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.ReadOptions;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsInOrderTest {
    private static final int ENTRIES = 2000;
    private static final int SMALL = 100;
    private static final int BLOCK = 4096;

    @TempDir
    private Path directory;

    private final Random random = new Random(Seed.of(VersionsInOrderTest.class));
    private Db db;

    @BeforeEach
    void open() throws IOException {
        db = Db.open(directory, DbOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        db.close();
    }

    @Test
    void neighbors_readEachBlockOnce() throws IOException {
        fill(SMALL);
        long before = requestedBlocks();
        try (VersionsInOrder versions = versions()) {
            for (int i = 0; i < ENTRIES; i++) {
                assertFound(versions, i);
            }
        }
        assertThat(requestedBlocks() - before).isLessThan(2L * ENTRIES * SMALL / BLOCK);
    }

    @Test
    void someSmallVersionsBetween_areSteppedOver() throws IOException {
        fill(SMALL);
        long before = requestedBlocks();
        try (VersionsInOrder versions = versions()) {
            for (int i = 0; i < ENTRIES; i += 4) {
                assertFound(versions, i);
            }
        }
        assertThat(requestedBlocks() - before).isLessThan(2L * ENTRIES * SMALL / BLOCK);
    }

    @Test
    void manyLargeVersionsBetween_areNotRead() throws IOException {
        fill(BLOCK);
        long before = requestedBlocks();
        int found = 0;
        try (VersionsInOrder versions = versions()) {
            for (int i = 0; i < ENTRIES; i += 10) {
                assertFound(versions, i);
                found++;
            }
        }
        assertThat(requestedBlocks() - before).isLessThan(2L * found);
    }

    @Test
    void anyOrderedVersions_areFound_andOthersNot() throws IOException {
        for (int i = 0; i < ENTRIES; i += 1 + random.nextInt(3)) {
            db.put(keys(), key(i), value(i, 1 + random.nextInt(random.nextBoolean() ? SMALL : BLOCK)));
        }
        db.flush();
        for (int round = 0; round < 20; round++) {
            try (VersionsInOrder versions = versions()) {
                int most = 1 + random.nextInt(30);
                for (int i = 0; i < ENTRIES + 10; i += 1 + random.nextInt(most)) {
                    byte[] expected = db.get(keys(), key(i)).orElse(null);
                    assertThat(versions.find(key(i)).map(Slice::toByteArray).orElse(null))
                            .isEqualTo(expected);
                }
            }
        }
    }

    private void fill(int length) throws IOException {
        for (int i = 0; i < ENTRIES; i++) {
            db.put(keys(), key(i), value(i, length));
        }
        db.flush();
    }

    private VersionsInOrder versions() {
        return new VersionsInOrder(db, keys(), ReadOptions.DEFAULT);
    }

    private static void assertFound(VersionsInOrder versions, int i) throws IOException {
        Slice value = versions.find(key(i)).orElseThrow();
        assertThat(ByteBuffer.wrap(value.array(), value.offset(), Integer.BYTES).getInt())
                .isEqualTo(i);
    }

    private ColumnFamily keys() {
        return db.defaultFamily();
    }

    private long requestedBlocks() throws IOException {
        CacheStatistics cache = db.statistics().blockCache();
        return cache.hits() + cache.misses();
    }

    private static byte[] key(int i) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
    }

    private static byte[] value(int i, int length) {
        return ByteBuffer.allocate(Math.max(length, Integer.BYTES)).putInt(i).array();
    }
}
