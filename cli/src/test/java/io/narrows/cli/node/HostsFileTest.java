package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.StoreMembers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsFileTest {
    @TempDir
    private Path directory;

    @Test
    void ownName_resolvesToTheStore_othersToTheirCaptures() throws IOException {
        HostsFile file = new HostsFile(directory);

        file.write(members(StoreFile.in(directory)));

        assertThat(Files.readAllLines(file.path()).stream().skip(1))
                .containsExactly("127.0.0.1 localhost", "127.0.1.1 store-1", "127.0.1.2 store-2");
    }

    @Test
    void localhost_isWrittenAsItsAddress() {
        StoreFile config = StoreFile.in(directory).replace("127.0.1.1:2380", "localhost:2380");

        assertThat(HostsFile.text(members(config))).contains("\n127.0.0.1 store-1\n");
    }

    @Test
    void nothingElse_isLeftInTheDirectory() throws IOException {
        Path store = Files.createDirectory(directory.resolve("store"));
        HostsFile file = new HostsFile(store);

        file.write(members(StoreFile.in(directory)));
        file.write(members(StoreFile.in(directory).withThird()));

        assertThat(store).isDirectoryContaining(path -> path.equals(file.path()));
        assertThat(store.toFile().list()).containsExactly("hosts");
        assertThat(Files.readString(file.path())).contains("127.0.1.3 store-3");
    }

    private static StoreMembers members(StoreFile file) {
        return StoreMembers.of(file.config()).orElseThrow();
    }
}
