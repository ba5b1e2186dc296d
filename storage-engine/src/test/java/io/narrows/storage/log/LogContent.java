package io.narrows.storage.log;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a log, read to its end.
 *
 * @param tail null if there was damage
 * @param damage null if there was none
 */
record LogContent(List<Slice> records, Tail tail, CorruptLogException damage) {
    static LogContent of(Path file, long number) throws IOException {
        List<Slice> records = new ArrayList<>();
        try (LogReader reader = LogReader.open(file, number)) {
            for (Slice record = reader.next(); record != null; record = reader.next()) {
                records.add(Slice.of(record.toByteArray()));
            }
            return new LogContent(records, reader.tail(), null);
        } catch (CorruptLogException e) {
            return new LogContent(records, null, e);
        }
    }

    static LogContent of(Path file, long number, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        return of(file, number);
    }
}
