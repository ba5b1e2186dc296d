package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import io.narrows.storage.log.LogReader;
import io.narrows.storage.version.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalTest {
    @TempDir
    private Path directory;

    private Wal wal;

    @BeforeEach
    void begin() throws IOException {
        wal = new Wal(directory, new Counters(7));
        wal.rotate(4);
    }

    @AfterEach
    void end() throws IOException {
        wal.close();
    }

    private List<String> records(long log) throws IOException {
        List<String> records = new ArrayList<>();
        try (LogReader reader = LogReader.open(FileNames.log(directory, log), log)) {
            for (Slice record = reader.next(); record != null; record = reader.next()) {
                records.add(new String(record.toByteArray()));
            }
        }
        return records;
    }

    @Test
    void rotate_continuesInANewLog() throws IOException {
        wal.add(Slice.of("one"), 1);
        wal.rotate(9);
        wal.add(Slice.of("two"), 2);

        assertThat(records(4)).containsExactly("one");
        assertThat(records(9)).containsExactly("two");
        assertThat(wal.number()).isEqualTo(9);
    }

    @Test
    void keepFrom_deletesOlderLogs() throws IOException {
        wal.add(Slice.of("one"), 1);
        wal.rotate(9);

        wal.keepFrom(9);

        assertThat(FileNames.log(directory, 4)).doesNotExist();
        assertThat(FileNames.log(directory, 9)).exists();
    }

    @Test
    void keepFrom_whilePinned_deletesThemLater() throws IOException {
        wal.add(Slice.of("one"), 1);
        Map<Long, Long> sizes = wal.pin();
        wal.rotate(9);

        wal.keepFrom(9);

        assertThat(sizes).containsExactly(Map.entry(4L, Files.size(FileNames.log(directory, 4))));
        wal.unpin();
        assertThat(FileNames.log(directory, 4)).doesNotExist();
    }
}
