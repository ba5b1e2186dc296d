package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code narrows db} and {@code narrows bench db} from a shell, next to RocksDB's {@code ldb}. */
class DbToolsIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String LAUNCHER = ROOT.resolve("bin/narrows").toString();

    /** A scan of all rows is many times larger than a pipe's buffer. */
    private static final int ROWS = 20_000;

    @TempDir
    Path folder;

    private Path db;

    /** Runs the launcher once, so that its build output comes before any test. */
    @BeforeAll
    static void build() {
        Command.run(LAUNCHER, "version");
    }

    /** Writes rows of two families: in files of several codecs, some overwritten or deleted, and some in the log only. */
    @BeforeEach
    void write() throws IOException {
        db = folder.resolve("db");
        FamilyOptions lz4 = FamilyOptions.DEFAULT.withCompression(CodecSpec.of(Codec.LZ4));
        FamilyOptions zstd = FamilyOptions.DEFAULT.withCompression(CodecSpec.of(Codec.ZSTD, 3));
        try (Db open = Db.open(db, DbOptions.defaults().withOtherFamilies(lz4))) {
            ColumnFamily first = open.defaultFamily();
            ColumnFamily second = open.createFamily("second", zstd);
            for (int row = 0; row < ROWS; row++) {
                open.put(first, key(row), value(row, "value"));
                open.put(second, number(row), value(row, "second"));
            }
            open.flush();
            open.compact(first);
            open.deleteRange(first, key(100), key(200));
            open.put(first, key(7), value(7, "changed"));
            open.flush();
            open.delete(first, key(8));
            open.put(first, key(ROWS), value(ROWS, "only in the log"));
        }
    }

    @Test
    void scan_isLdbs() {
        String theirs = ldb("scan");

        assertThat(narrows("db", "scan", db)).isEqualTo(theirs).contains("row000007 : changed 7\n");
        assertThat(theirs.lines()).hasSize(ROWS - 100);
    }

    @Test
    void scan_hexOfAFamily_isLdbs() {
        String theirs = ldb("scan", "--hex", "--column_family=second");

        assertThat(narrows("db", "scan", "--hex", "--family", "second", db)).isEqualTo(theirs);
        assertThat(theirs.lines()).hasSize(ROWS);
    }

    @Test
    void scan_range_isLdbs() {
        assertThat(narrows("db", "scan", "--from", "row000090", "--to", "row000300", "--max-keys", "50", db))
                .isEqualTo(ldb("scan", "--from=row000090", "--to=row000300", "--max_keys=50"))
                .startsWith("row000090 : ");
    }

    @Test
    void put_isVisibleToLdb() {
        narrows("db", "put", db, "new", "from narrows");
        ldb("put", "newer", "from ldb");

        assertThat(ldb("get", "new")).isEqualTo("from narrows\n");
        assertThat(narrows("db", "get", db, "newer")).isEqualTo("from ldb\n");
    }

    @Test
    void compact_migratesWhatLdbWrote() {
        Path theirs = folder.resolve("theirs");
        Command.run("ldb", "--db=" + theirs, "--create_if_missing", "--compression_type=snappy", "put", "k", "v");
        narrows("db", "put", "--compression", "snappy", theirs, "k2", "v2");
        assertThat(narrows("db", "migrate-status", "--compression", "zstd:3", theirs))
                .contains("   0.0 %\n");

        narrows("db", "compact", "--compression", "zstd:3", theirs);

        assertThat(narrows("db", "migrate-status", "--compression", "zstd:3", theirs))
                .contains(" 100.0 %\n");
        assertThat(Command.run("ldb", "--db=" + theirs, "checkconsistency")).contains("OK");
        assertThat(Command.run("ldb", "--db=" + theirs, "scan")).isEqualTo("k : v\nk2 : v2\n");
    }

    @Test
    void checkpoint_opensInLdb() {
        Path copy = folder.resolve("copy");

        narrows("db", "checkpoint", db, copy);

        assertThat(Command.run("ldb", "--db=" + copy, "scan")).isEqualTo(ldb("scan"));
    }

    @Test
    void scan_readerGoesAway_endsQuietly() {
        assertThat(shell("set -o pipefail; \"$0\" db scan \"$1\" | head -n 1")).isEqualTo("row000000 : value 0\n");
    }

    @Test
    void scan_fullDisk_isReported() {
        assertThatThrownBy(() -> shell("\"$0\" db scan \"$1\" > /dev/full"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exit 1")
                .hasMessageContaining("narrows: cannot write to standard output; output is truncated");
    }

    @Test
    void bench_rocksDbWithoutItsJar_saysWhatToDo() {
        assertThatThrownBy(() -> narrows("bench", "db", "--engine", "rocksdb"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exit 2")
                .hasMessageContaining("set NARROWS_ROCKSDB_JAR to the path of the rocksdbjni jar");
    }

    @Test
    void bench_interleaved_comparesBothAndLeavesNothing() throws IOException {
        String jar = Files.readString(ROOT.resolve("lab/target/rocksdb.jar.path"));

        String table = Command.run(
                "env",
                "NARROWS_ROCKSDB_JAR=" + jar.strip(),
                LAUNCHER,
                "bench",
                "db",
                "--interleave=1",
                "--num=2000",
                "--benchmarks=fillseq,readrandom",
                "--db=" + folder);

        assertThat(table)
                .contains("round 1 of 1: narrows\n", "round 1 of 1: rocksdb\n", "rocksdbjni-")
                .containsPattern("\\| fillseq \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\| ")
                .containsPattern("\\| readrandom \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\| ");
        assertThat(folder).isDirectoryNotContaining("glob:**/narrows-bench-*");
    }

    private static byte[] key(int row) {
        return "row%06d".formatted(row).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] number(int row) {
        return ByteBuffer.allocate(Long.BYTES).putLong(row).array();
    }

    private static byte[] value(int row, String text) {
        return (text + " " + row).getBytes(StandardCharsets.US_ASCII);
    }

    private String ldb(String... arguments) {
        String[] words = new String[arguments.length + 2];
        words[0] = "ldb";
        words[1] = "--db=" + db;
        System.arraycopy(arguments, 0, words, 2, arguments.length);
        return Command.run(words);
    }

    private static String narrows(Object... arguments) {
        return Command.run(Stream.concat(Stream.of(LAUNCHER), List.of(arguments).stream())
                .map(Object::toString)
                .toList());
    }

    private String shell(String script) {
        return Command.run("bash", "-c", script, LAUNCHER, db.toString());
    }
}
