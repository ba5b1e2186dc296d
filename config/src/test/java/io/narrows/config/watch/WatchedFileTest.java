package io.narrows.config.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.watch.WatchedFile.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
    @TempDir
    private Path folder;

    private Path file;
    private WatchedFile watched;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("a.yaml"), "old");
        watched = new WatchedFile(file);
    }

    @Test
    void fileThatIsWritten_isCompleteWhenItIsQuiet() throws IOException {
        Files.writeString(file, "half, ");
        assertThat(watched.look()).isEqualTo(Look.CHANGING);

        Files.writeString(file, "the other half", StandardOpenOption.APPEND);

        assertThat(watched.look()).isEqualTo(Look.CHANGING);
        assertThat(watched.look()).isEqualTo(Look.CHANGED);
    }

    @Test
    void fileThatIsRenamedIntoPlace_isCompleteAtOnce() throws IOException {
        Path next = Files.writeString(folder.resolve("next"), "new");
        Files.setLastModifiedTime(next, FileTime.from(Instant.EPOCH));

        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);

        assertThat(watched.look()).isEqualTo(Look.CHANGED);
    }

    @Test
    void recreatedFile_isNotMistakenForARenamedOne() throws IOException {
        Path other = Files.writeString(folder.resolve("keeps the inode of the old file"), "");
        Files.delete(other);
        Files.move(file, other);

        Files.writeString(file, "half");

        assertThat(watched.look()).isEqualTo(Look.CHANGING);
    }

    @Test
    void linkThatIsSwapped_isCompleteAtOnce() throws IOException {
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));
        Files.writeString(first.resolve("b.yaml"), "old");
        Files.writeString(second.resolve("b.yaml"), "new");
        Path current = Files.createSymbolicLink(folder.resolve("current"), first);
        WatchedFile volume = new WatchedFile(current.resolve("b.yaml"));

        Files.move(Files.createSymbolicLink(folder.resolve("next"), second), current, StandardCopyOption.ATOMIC_MOVE);

        assertThat(volume.look()).isEqualTo(Look.CHANGED);
    }

    @Test
    void contentsThatAreUsed_areNoChangeAnyMore() throws IOException {
        Files.writeString(file, "new");
        watched.look();
        watched.look();

        watched.use();

        assertThat(watched.look()).isEqualTo(Look.SAME);
        assertThat(watched.unchanged()).isTrue();
    }

    @Test
    void writeAfterTheLook_isSeenBeforeWhatWasReadIsUsed() throws IOException {
        Files.writeString(file, "new");
        watched.look();
        watched.look();
        watched.use();

        Files.writeString(file, "newer");

        assertThat(watched.unchanged()).isFalse();
        assertThat(watched.look()).isEqualTo(Look.CHANGING);
    }

    @Test
    void fileThatIsGone_isAChangeToo() throws IOException {
        Files.delete(file);

        assertThat(watched.look()).isEqualTo(Look.CHANGING);
        assertThat(watched.look()).isEqualTo(Look.CHANGED);
    }
}
