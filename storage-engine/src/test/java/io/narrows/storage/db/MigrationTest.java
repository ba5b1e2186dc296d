package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.compaction.LevelOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While idle, the database rewrites files whose codec is not the one wanted at their level. */
class MigrationTest {
    private static final FamilyOptions LADDER = FamilyOptions.DEFAULT
            .withWriteBufferSize(64 << 10)
            .withLevels(LevelOptions.DEFAULT.withTargetFileSize(64 << 10, 1).withMaxBytesForLevel(128 << 10, 3))
            .withCompressionPerLevel(List.of(CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.LZ4)))
            .withBottommostCompression(CodecSpec.of(Codec.ZSTD));

    @TempDir
    private Path directory;

    private Db db;

    @BeforeEach
    void severalLevels() throws IOException {
        db = Db.open(directory, DbOptions.defaults().withOtherFamilies(LADDER));
        Random random = new Random(1);
        byte[] value = new byte[80];
        for (int i = 0; i < 400; i++) {
            WriteBatch batch = new WriteBatch();
            for (int j = 0; j < 50; j++) {
                random.nextBytes(value);
                batch.put(
                        ColumnFamily.DEFAULT,
                        "key%06d".formatted(random.nextInt(100_000)).getBytes(),
                        value);
            }
            db.write(batch, WriteOptions.DEFAULT);
        }
        db.flush();
        db.awaitCompactions();
        assertThat(levels().filter(level -> level.files() > 0)).hasSizeGreaterThan(1);
    }

    @AfterEach
    void close() throws IOException {
        db.close();
    }

    /** The last level correctly has a codec that differs from those above it. */
    @Test
    void filesAsTheyShallBe_stay() throws IOException {
        List<String> before = files();

        db.setOptions(ColumnFamily.DEFAULT, LADDER.withMigrate(true));
        db.awaitCompactions();

        assertThat(files()).isEqualTo(before);
    }

    @Test
    void otherCodec_isEverywhereInTheEnd() throws IOException {
        FamilyOptions snappy = FamilyOptions.DEFAULT
                .withLevels(LADDER.levels())
                .withCompression(CodecSpec.of(Codec.SNAPPY))
                .withMigrate(true);

        db.setOptions(ColumnFamily.DEFAULT, snappy);
        db.awaitCompactions();

        assertThat(levels().mapToLong(LevelStatistics::unmigratedBytes).sum()).isZero();
    }

    private Stream<LevelStatistics> levels() throws IOException {
        return db.statistics().families().get(0).levels().stream().filter(level -> level.level() > 0);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sst"))
                    .sorted()
                    .toList();
        }
    }
}
