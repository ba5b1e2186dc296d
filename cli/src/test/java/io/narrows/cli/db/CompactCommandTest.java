package io.narrows.cli.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.ColumnFamily;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code compact}, and the output of {@code stats} and {@code migrate-status} before and after it. */
class CompactCommandTest {
    @TempDir
    Path folder;

    private final Tools tools = new Tools();
    private Path db;

    @BeforeEach
    void create() throws Exception {
        db = Tools.database(folder.resolve("db"), Tools.compressed(CodecSpec.of(Codec.SNAPPY)), it -> {
            ColumnFamily second = it.createFamily("second", Tools.compressed(CodecSpec.of(Codec.LZ4)));
            Tools.rows(it, 500);
            it.flush();
            Tools.rows(it, 500);
            Tools.put(it, second, "k", "v");
            it.flush();
        });
    }

    @Test
    void compact_leavesOneLevelInTheWantedCodec() {
        assertThat(tools.run("compact", "--compression", "none,lz4", "--bottommost", "zstd:9", db))
                .isZero();
        assertThat(tools.err().lines())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .matches(db + ": column family default: files 2 to 1, bytes [0-9,]+ to [0-9,]+, [0-9.]+ s"))
                .anySatisfy(line -> assertThat(line).startsWith(db + ": column family second: files 1 to 1, "));

        tools.run("stats", "--output", "json", db);

        assertThat(tools.json())
                .extracting("family", "level", "codec", "files")
                .containsExactly(tuple("default", 6, "zstd", 1), tuple("second", 6, "zstd", 1));
    }

    @Test
    void compact_withoutACodec_keepsThatOfEachFamily() {
        assertThat(tools.run("compact", db)).isZero();
        assertThat(new Tools().run("put", db, "k", "in level 0")).isZero();
        assertThat(tools.run("compact", db)).isZero();
        tools.run("stats", "--output", "json", db);

        assertThat(tools.json())
                .extracting("family", "level", "codec")
                .containsExactly(tuple("default", 6, "snappy"), tuple("second", 6, "lz4"));
    }

    @Test
    void compact_family_leavesTheOthersAlone() {
        assertThat(tools.run("compact", "--family", "second", "--compression", "zstd", db))
                .isZero();

        assertThat(tools.err().lines()).singleElement().asString().contains("column family second");
        tools.run("stats", db);
        assertThat(tools.out()).anySatisfy(line -> assertThat(line).matches("default +0  snappy +2 .*"));
    }

    @Test
    void compact_range_leavesFilesOutsideOfItAlone() throws Exception {
        Path two = Tools.database(folder.resolve("two"), it -> {
            Tools.put(it, "a", "1");
            it.flush();
            it.compact(it.defaultFamily());
            Tools.put(it, "z", "2");
            it.flush();
        });

        assertThat(tools.run("compact", "--from", "b", "--before", "z", "--compression", "zstd", two))
                .isZero();

        tools.run("stats", "--output", "json", two);
        assertThat(tools.json()).extracting("codec").containsExactly("lz4", "lz4");
        assertThat(tools.err()).doesNotContain("--to");
    }

    @Test
    void compact_to_includesItsKeyForOneRelease_withAWarning() throws Exception {
        Path two = Tools.database(folder.resolve("two"), it -> {
            Tools.put(it, "a", "1");
            it.flush();
            it.compact(it.defaultFamily());
            Tools.put(it, "z", "2");
            it.flush();
        });

        assertThat(tools.run("compact", "--from", "b", "--to", "z", "--compression", "zstd", two))
                .isZero();

        assertThat(tools.err().lines().findFirst())
                .contains(
                        "narrows: --to includes z; from the next release it is excluded, as --before excludes it now");
        tools.run("stats", "--output", "json", two);
        assertThat(tools.json()).extracting("codec").containsExactlyInAnyOrder("lz4", "zstd");
    }

    @Test
    void compact_toAndBefore_isAMistake() {
        assertThat(tools.run("compact", "--to", "y", "--before", "z", db)).isEqualTo(2);

        assertThat(tools.err()).contains("--to cannot be combined with --before");
    }

    @Test
    void stats_table_sumsUp() {
        assertThat(tools.run("stats", db)).isZero();

        assertThat(tools.out()).hasSize(4);
        assertThat(tools.out().get(0)).matches("family +level +codec +files +stored bytes +logical bytes +ratio");
        assertThat(tools.out().get(1)).matches("default +0  snappy +2 +[0-9,]+ +[0-9,]+ +0\\.[0-9]{3}");
        assertThat(tools.out().get(3)).matches("all +3 +[0-9,]+ +[0-9,]+ +[0-9.]+");
    }

    @Test
    void stats_logicalBytes_areKeysAndValues() throws Exception {
        Path one = Tools.database(folder.resolve("one"), it -> {
            Tools.put(it, "key", "value");
            it.flush();
        });

        tools.run("stats", "--output", "json", one);

        assertThat(tools.json())
                .singleElement()
                .satisfies(line -> assertThat(line).containsEntry("logical_bytes", 3 + Long.BYTES + 5));
    }

    @Test
    void migrateStatus_beforeAndAfter_isNothingAndAll() {
        String[] wanted = {"--compression", "none,zstd:3"};

        tools.run("migrate-status", wanted[0], wanted[1], "--output", "json", db);
        tools.run("compact", wanted[0], wanted[1], db);
        tools.run("migrate-status", wanted[0], wanted[1], "--output", "json", db);

        assertThat(tools.json())
                .extracting("family", "level", "wanted", "done")
                .containsExactly(
                        tuple("default", 0, "none", 0.0),
                        tuple("second", 0, "none", 0.0),
                        tuple("default", 6, "zstd", 1.0),
                        tuple("second", 6, "zstd", 1.0));
    }

    @Test
    void migrateStatus_withoutAList_wantsTheDefault() {
        tools.run("migrate-status", "--output", "json", db);

        Map<String, Object> second = tools.json().get(1);
        assertThat(second).containsEntry("wanted", "lz4").containsEntry("other_bytes", 0);
        assertThat(tools.json().get(0)).containsEntry("wanted", "lz4").containsEntry("wanted_bytes", 0);
    }

    @Test
    void migrateStatus_table_roundsDown() {
        Migration nearly = new Migration("default", 6, "zstd", 9_999, 1);
        Migration done = new Migration("second", 6, "zstd", 1, 0);
        StringWriter out = new StringWriter();

        MigrationTable.write(List.of(nearly, done), new PrintWriter(out));

        assertThat(out.toString().lines().skip(1))
                .satisfiesExactly(
                        line -> assertThat(line).matches("default +6  zstd +9,999 +1 +99\\.9 %"),
                        line -> assertThat(line).matches("second +6  zstd +1 +0 +100\\.0 %"),
                        line -> assertThat(line).matches("all +10,000 +1 +99\\.9 %"));
    }

    @Test
    void commands_wrongCodec_namesTheRightOnes() {
        assertThat(tools.run("migrate-status", "--compression", "none,zlib", db))
                .isEqualTo(2);

        assertThat(tools.err()).contains("unknown codec 'zlib' (expected: none, gzip, snappy, lz4, lz4hc, zstd)");
    }
}
