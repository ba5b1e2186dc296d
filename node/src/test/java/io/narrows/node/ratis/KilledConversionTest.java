package io.narrows.node.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.file.Directories;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends the conversion at each of its disk operations in turn, by a kill and by a loss of power. */
@Tag("long")
class KilledConversionTest {
    private static final String CLUSTER = "test";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"plain.zip, 24111", "snapshots.zip, 24124"})
    void conversionThatEnded_isFinishedByTheNext(String archive, int port) throws IOException {
        Path whole = Recorded.member(archive, port, directory.resolve("whole"));
        RatisConversion.convertIfNeeded(whole, CLUSTER);
        String expected = description(whole);
        int ended = 0;
        for (boolean done = false; !done; ended++) {
            Path killed = Recorded.member(archive, port, directory.resolve("killed"));
            ForgetfulFileSystem disk = ForgetfulFileSystem.over(killed, ended);
            disk.faults().losePowerAt(ended + 1);
            try {
                RatisConversion.convertIfNeeded(disk.directory(), CLUSTER);
                done = true;
            } catch (IOException e) {
                assertThat(disk.faults().powerLost()).as("%s", e).isTrue();
            }
            Path remains = directory.resolve("remains");
            disk.faults().losePower();
            disk.writeRemains(remains, ended, Damage.SECTORS);

            for (Path left : List.of(killed, remains)) {
                RatisConversion.convertIfNeeded(left, CLUSTER);
                assertThat(description(left))
                        .as("ended at operation %d, %s", ended + 1, left)
                        .isEqualTo(expected);
            }
            Directories.delete(directory.resolve("killed"));
            Directories.delete(remains);
        }
        assertThat(ended).isGreaterThan(20);
    }

    /** Returns everything that JRaft finds, and the names of all files. */
    private static String description(Path member) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(member)) {
            files.map(file -> member.relativize(file) + "\n").sorted().forEach(text::append);
        }
        Converted read = Converted.read(member);
        return text.append(read.entries())
                .append(read.firstIndex())
                .append(read.term())
                .append(read.votedFor())
                .append(read.snapshot())
                .append(read.snapshotFiles())
                .append(read.configurations().getLastConfiguration())
                .toString();
    }
}
