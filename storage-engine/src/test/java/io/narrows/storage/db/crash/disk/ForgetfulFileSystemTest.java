package io.narrows.storage.db.crash.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While power is on, a directory behaves as in any file system. */
class ForgetfulFileSystemTest {
    @TempDir
    Path folder;

    private Path directory;

    @BeforeEach
    void wrap() throws IOException {
        directory = ForgetfulFileSystem.over(folder, 1).directory();
    }

    @Test
    void write_isReadAgainByBothFileSystems() throws IOException {
        Path file = directory.resolve("a");

        Files.writeString(file, "bytes");

        assertThat(Files.readString(file)).isEqualTo("bytes");
        assertThat(Files.size(file)).isEqualTo(5);
        assertThat(folder.resolve("a")).hasContent("bytes");
    }

    @Test
    void channel_writesWhereItStands() throws IOException {
        Path file = directory.resolve("a");

        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(bytes("abc"));
            channel.write(bytes("d"));
            channel.write(bytes("X"), 1);
            channel.position(4);
            channel.write(bytes("e"));
            channel.truncate(4);

            ByteBuffer middle = ByteBuffer.allocate(2);
            assertThat(channel.read(middle, 1)).isEqualTo(2);
            assertThat(middle.array()).isEqualTo("Xc".getBytes(UTF_8));
        }
        assertThat(file).hasContent("aXcd");
    }

    @Test
    void append_writesAtTheEnd() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "one");

        Files.writeString(file, "two", StandardOpenOption.APPEND);

        assertThat(file).hasContent("onetwo");
    }

    @Test
    void truncateExisting_empties() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "longer than what follows");

        Files.writeString(file, "short");

        assertThat(file).hasContent("short");
    }

    @Test
    void createNew_existing_isRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "one");

        assertThatThrownBy(() -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("one");
    }

    @Test
    void move_replaces() throws IOException {
        Path from = Files.writeString(directory.resolve("a"), "new");
        Path to = Files.writeString(directory.resolve("b"), "old");

        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

        assertThat(Files.exists(from)).isFalse();
        assertThat(to).hasContent("new");
    }

    @Test
    void link_isTheSameFile() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "one");
        Path inside = Files.createDirectory(directory.resolve("checkpoint"));

        Path link = Files.createLink(inside.resolve("b"), file);

        Files.writeString(file, "two", StandardOpenOption.APPEND);
        assertThat(link).hasContent("onetwo");
        assertThat(Files.isSameFile(link, file)).isTrue();
    }

    @Test
    void delete_missing_isRefused() {
        assertThatThrownBy(() -> Files.delete(directory.resolve("a"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void directoryStream_hasPathsOfThisFileSystem() throws IOException {
        Files.writeString(directory.resolve("a"), "");
        Files.copy(directory.resolve("a"), directory.resolve("b"));

        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        }

        assertThat(entries).containsExactlyInAnyOrder(directory.resolve("a"), directory.resolve("b"));
    }

    @Test
    void tryLock_heldByThisProcess_isRefusedAsElsewhere() throws IOException {
        Path file = Files.writeString(directory.resolve("LOCK"), "");

        try (FileChannel first = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock held = first.tryLock();
                FileChannel second = FileChannel.open(folder.resolve("LOCK"), StandardOpenOption.WRITE)) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(second::tryLock).isInstanceOf(java.nio.channels.OverlappingFileLockException.class);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
