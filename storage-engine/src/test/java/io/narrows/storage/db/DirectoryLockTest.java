package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    private Path directory;

    @Test
    void take_twice_isRefused() throws IOException {
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            assertThatThrownBy(() -> DirectoryLock.take(directory))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.toString());
        } finally {
            lock.close();
        }
    }

    @Test
    void take_byAnotherName_isRefused() throws IOException {
        Path link = directory.resolveSibling(directory.getFileName() + "-link");
        Files.createSymbolicLink(link, directory);
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            assertThatThrownBy(() -> DirectoryLock.take(link)).isInstanceOf(IOException.class);
        } finally {
            lock.close();
            Files.delete(link);
        }
    }

    @Test
    void take_afterClose() throws IOException {
        DirectoryLock.take(directory).close();

        assertThatCode(() -> DirectoryLock.take(directory).close()).doesNotThrowAnyException();
    }
}
