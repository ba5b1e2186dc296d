package io.narrows.storage.db.crash.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The possible and the required remains of a power loss. */
@Tag("long")
class PowerLossTest {
    private static final int SEEDS = 200;

    @TempDir
    Path folder;

    private ForgetfulFileSystem disk;
    private Path directory;

    @BeforeEach
    void wrap() throws IOException {
        disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);
        directory = disk.directory();
    }

    @Test
    void nothingForced_anythingMayBeLost() throws IOException {
        Files.writeString(directory.resolve("a"), "bytes");

        assertThat(remains("a")).contains("missing", "", "bytes", "by", "~", "byt~");
    }

    @Test
    void fileForced_nameMayBeLost() throws IOException {
        write("a", "bytes");
        force("a");

        assertThat(remains("a")).containsExactlyInAnyOrder("missing", "bytes");
    }

    @Test
    void fileAndDirectoryForced_nothingIsLost() throws IOException {
        write("a", "bytes");
        force("a");
        forceDirectory();

        assertThat(remains("a")).containsExactly("bytes");
    }

    @Test
    void directoryForced_bytesMayBeLost() throws IOException {
        write("a", "bytes");
        forceDirectory();

        assertThat(remains("a")).contains("", "bytes").doesNotContain("missing");
    }

    @Test
    void appended_forcedBytesStay() throws IOException {
        write("a", "forced ");
        force("a");
        forceDirectory();

        write("a", "and not");

        assertThat(remains("a"))
                .contains("forced ", "forced and not", "forced an")
                .allMatch(text -> text.startsWith("forced "));
    }

    @Test
    void tails_prefixOfWhatWasWrittenThenOneSectorOfAnythingThenZeros() throws IOException {
        byte[] sectors = new byte[5 * 512];
        Arrays.fill(sectors, (byte) 'x');
        write("a", new String(sectors, UTF_8));
        forceDirectory();

        for (int seed = 0; seed < SEEDS; seed++) {
            byte[] left = remains("a", seed, Damage.TAILS);
            int prefix = 0;
            while (prefix < left.length && left[prefix] == 'x') {
                prefix++;
            }
            int behindTheSector = Math.min(left.length, (prefix / 512 + 1) * 512);
            byte[] zeros = Arrays.copyOfRange(left, behindTheSector, left.length);
            assertThat(zeros).as("seed %d", seed).isEqualTo(new byte[zeros.length]);
        }
    }

    @Test
    void sectors_oneMayBeLostInTheMiddle() throws IOException {
        write("a", "x".repeat(5 * 512));
        forceDirectory();

        Set<Boolean> followed = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            String left = new String(remains("a", seed, Damage.SECTORS), UTF_8);
            followed.add(left.matches("(?s)x*\0{512}x+.*"));
        }

        assertThat(followed).contains(true);
    }

    @Test
    void renamed_doneOrNot() throws IOException {
        write("CURRENT", "old");
        force("CURRENT");
        forceDirectory();
        write("tmp", "new");
        force("tmp");

        Files.move(directory.resolve("tmp"), directory.resolve("CURRENT"), StandardCopyOption.ATOMIC_MOVE);

        assertThat(remains("CURRENT")).containsExactlyInAnyOrder("old", "new");
        forceDirectory();
        assertThat(remains("CURRENT")).containsExactly("new");
    }

    @Test
    void deleted_mayStillBeThere() throws IOException {
        write("a", "bytes");
        force("a");
        forceDirectory();

        Files.delete(directory.resolve("a"));

        assertThat(remains("a")).containsExactlyInAnyOrder("missing", "bytes");
        forceDirectory();
        assertThat(remains("a")).containsExactly("missing");
    }

    @Test
    void linked_hasTheBytesThatWereForcedByItsOtherName() throws IOException {
        write("a", "bytes");
        Files.createLink(directory.resolve("b"), directory.resolve("a"));
        forceDirectory();

        force("a");

        assertThat(remains("b")).containsExactly("bytes");
    }

    @Test
    void forceThatFailed_noLaterForceMendsIt() throws IOException {
        write("a", "one");
        forceDirectory();
        disk.faults().failAt(Operation.FORCE, 1);
        assertThat(Stream.of("a").filter(this::forceFails)).hasSize(1);

        write("a", "two");
        force("a");

        assertThat(remains("a")).containsExactlyInAnyOrder("~two", "onetwo");
    }

    @Test
    void forceThatIsNeglected_keepsNothing() throws IOException {
        disk.faults().neglectForces(path -> path.endsWith("a"));
        write("a", "bytes");
        write("b", "bytes");

        force("a");
        force("b");
        forceDirectory();

        assertThat(remains("a")).contains("", "bytes");
        assertThat(remains("b")).containsExactly("bytes");
    }

    @Test
    void earlierContent_isSafe() throws IOException {
        Path before = Files.createDirectory(folder.resolve("before"));
        Files.writeString(before.resolve("a"), "bytes");

        disk = ForgetfulFileSystem.over(before, 1);

        assertThat(remains("a")).containsExactly("bytes");
    }

    private boolean forceFails(String name) {
        try {
            force(name);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void force(String name) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(0));
            channel.force(false);
        }
    }

    private void forceDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Returns the different contents that the file may have after a power loss at this moment, a run of zeros written as ~.
     */
    private Set<String> remains(String name) throws IOException {
        Set<String> contents = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            byte[] bytes = remains(name, seed, Damage.TAILS);
            contents.add(bytes == null ? "missing" : new String(bytes, UTF_8).replaceAll("\0+", "~"));
        }
        return contents;
    }

    private byte[] remains(String name, int seed, Damage damage) throws IOException {
        Path target = Files.createTempDirectory(folder, "remains").resolve("target");
        disk.writeRemains(target, seed, damage);
        Path file = target.resolve(name);
        return Files.exists(file) ? Files.readAllBytes(file) : null;
    }
}
