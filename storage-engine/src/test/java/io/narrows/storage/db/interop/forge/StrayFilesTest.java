package io.narrows.storage.db.interop.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.interop.NarrowsSetup;
import io.narrows.storage.db.interop.NarrowsStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that unknown files stay, and that only leftovers of a database are deleted: the same files as in RocksDB. */
class StrayFilesTest {
    @TempDir
    Path directory;

    @BeforeEach
    void forge() throws IOException {
        new ForgedDirectory().write(directory);
    }

    @Test
    void leftovers_areDeleted() throws IOException {
        List<String> names = List.of("000003.sst", "000099.sst", "000004.log", "000098.dbtmp", "MANIFEST-000002");
        for (String name : names) {
            Files.writeString(directory.resolve(name), "left over");
        }

        NarrowsStore.open(directory, NarrowsSetup.DEFAULTS).close();

        assertThat(names).noneMatch(name -> Files.exists(directory.resolve(name)));
    }

    @Test
    void otherFiles_stay() throws IOException {
        List<String> names = List.of("notes.txt", "000003.oursst", "x000003.sst", "LOG", "OPTIONS-000007");
        for (String name : names) {
            Files.writeString(directory.resolve(name), "of somebody");
        }
        Files.createDirectory(directory.resolve("folder"));

        NarrowsStore.open(directory, NarrowsSetup.DEFAULTS).close();

        assertThat(names).allMatch(name -> Files.exists(directory.resolve(name)));
        assertThat(directory.resolve("folder")).isDirectory();
    }
}
