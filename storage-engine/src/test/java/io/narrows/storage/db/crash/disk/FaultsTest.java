package io.narrows.storage.db.crash.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultsTest {
    @TempDir
    Path folder;

    private Faults faults;
    private Path directory;

    @BeforeEach
    void wrap() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(folder, 1);
        faults = disk.faults();
        directory = disk.directory();
    }

    @Test
    void operations_areCountedByKind() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "bytes");
        Files.createLink(directory.resolve("b"), file);
        Files.move(file, directory.resolve("c"));
        Files.delete(directory.resolve("c"));

        assertThat(faults.operations(Operation.CREATE)).isEqualTo(1);
        assertThat(faults.operations(Operation.WRITE)).isEqualTo(1);
        assertThat(faults.operations(Operation.LINK)).isEqualTo(1);
        assertThat(faults.operations(Operation.RENAME)).isEqualTo(1);
        assertThat(faults.operations(Operation.DELETE)).isEqualTo(1);
        assertThat(faults.operations()).isEqualTo(5);
    }

    @Test
    void failAt_onlyThatOneFails() throws IOException {
        Path file = Files.createFile(directory.resolve("a"));
        faults.failAt(Operation.WRITE, 2);

        Files.writeString(file, "one");
        assertThatThrownBy(() -> Files.writeString(file, "two"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
        Files.writeString(file, "three");

        assertThat(file).hasContent("three");
    }

    @Test
    void failFrom_thatOneAndLaterOnesFail() throws IOException {
        faults.failFrom(Operation.CREATE, 2);

        Files.createFile(directory.resolve("a"));
        assertThatThrownBy(() -> Files.createFile(directory.resolve("b"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Files.createFile(directory.resolve("c"))).isInstanceOf(IOException.class);

        assertThat(folder).isDirectoryNotContaining("glob:**/[bc]");
    }

    @Test
    void failAt_eachNameOperation() throws IOException {
        Path file = Files.createFile(directory.resolve("a"));
        faults.failAt(Operation.RENAME, 1);
        faults.failAt(Operation.DELETE, 1);
        faults.failAt(Operation.LINK, 1);

        assertThatThrownBy(() -> Files.move(file, directory.resolve("b"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Files.delete(file)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Files.createLink(directory.resolve("b"), file)).isInstanceOf(IOException.class);

        assertThat(folder.resolve("a")).exists();
        assertThat(folder.resolve("b")).doesNotExist();
    }

    @Test
    void failAt_force() throws IOException {
        Path file = Files.createFile(directory.resolve("a"));
        faults.failAt(Operation.FORCE, 1);

        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThatThrownBy(() -> channel.force(false)).isInstanceOf(IOException.class);
            channel.force(false);
        }
    }

    @Test
    void keepReadable_openFilesAreReadWithoutPower() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "bytes");
        faults.keepReadable();
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            faults.losePower();

            assertThat(open.read(ByteBuffer.allocate(9), 0)).isEqualTo(5);
            assertThatThrownBy(() -> open.write(ByteBuffer.allocate(1), 0)).isInstanceOf(PowerLossException.class);
            assertThatThrownBy(() -> open.force(true)).isInstanceOf(PowerLossException.class);
        }
    }

    @Test
    void losePowerAt_nothingWorksFromThenOn() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "bytes");
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            faults.losePowerAt(2);

            Files.createFile(directory.resolve("b"));
            assertThatThrownBy(() -> Files.createFile(directory.resolve("c"))).isInstanceOf(PowerLossException.class);

            assertThat(faults.powerLost()).isTrue();
            assertThatThrownBy(() -> Files.readString(file)).isInstanceOf(PowerLossException.class);
            assertThatThrownBy(open::size).isInstanceOf(PowerLossException.class);
            assertThatThrownBy(() -> open.force(false)).isInstanceOf(PowerLossException.class);
            assertThatThrownBy(() -> Files.newDirectoryStream(directory)).isInstanceOf(PowerLossException.class);
        }
    }
}
