package io.narrows.cli.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GetAndPutCommandTest {
    @TempDir
    Path folder;

    private final Tools tools = new Tools();
    private Path db;

    @BeforeEach
    void create() throws Exception {
        db = Tools.database(folder.resolve("db"), it -> Tools.put(it, "a", "one"));
    }

    @Test
    void put_canBeRead() {
        assertThat(tools.run("put", db, "key", "v\u00e4lue")).isZero();

        assertThat(tools.run("get", db, "key")).isZero();
        assertThat(tools.out()).containsExactly("OK");
        assertThat(tools.raw()).isEqualTo("v\u00c3\u00a4lue\n");
    }

    @Test
    void put_hex_isOfAnyBytes() {
        assertThat(tools.run("put", "--hex", db, "0x00FF", "0x")).isZero();

        assertThat(tools.run("get", "--hex", db, "0x00ff")).isZero();
        assertThat(tools.raw()).isEqualTo("0x\n");
    }

    @Test
    void get_absentKey_isNamed() {
        assertThat(tools.run("get", db, "b")).isEqualTo(1);

        assertThat(tools.raw()).isEmpty();
        assertThat(tools.err()).isEqualTo("narrows: " + db + ": no key 'b' in column family 'default'\n");
    }

    @Test
    void get_databaseThatIsOpenElsewhere_isReadAllTheSame() throws Exception {
        try (Db open = Db.open(db, DbOptions.defaults())) {
            Tools.put(open, "b", "two");

            assertThat(tools.run("get", db, "b")).isZero();
        }

        assertThat(tools.raw()).isEqualTo("two\n");
    }

    @Test
    void put_databaseThatIsOpenElsewhere_isRefused() throws Exception {
        try (Db open = Db.open(db, DbOptions.defaults())) {
            assertThat(tools.run("put", db, "b", "two")).isEqualTo(1);

            assertThat(open.get(open.defaultFamily(), Tools.bytes("b"))).isEmpty();
        }
        assertThat(tools.err()).startsWith("narrows: " + db).contains("already open in this process");
    }

    @Test
    void put_missingDatabase_isNotMade() {
        Path missing = folder.resolve("missing");

        assertThat(tools.run("put", missing, "a", "b")).isEqualTo(1);

        assertThat(missing).doesNotExist();
        assertThat(tools.err()).isEqualTo("narrows: " + missing + ": no such directory\n");
    }

    @Test
    void put_unknownCodec_touchesNothing() throws Exception {
        long before = Files.getLastModifiedTime(db).toMillis();

        assertThat(tools.run("put", "--compression", "none,zstd:77", db, "a", "b"))
                .isEqualTo(2);

        assertThat(tools.err()).contains("zstd level 77 (expected: -7 to -1 or 1 to 19)");
        assertThat(Files.getLastModifiedTime(db).toMillis()).isEqualTo(before);
    }
}
