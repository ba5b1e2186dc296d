package io.narrows.storage.log;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates records to write. */
final class Records {
    private Records() {}

    /** Returns one record of random bytes for each length. */
    static List<Slice> ofLengths(Random random, int... lengths) {
        List<Slice> records = new ArrayList<>();
        for (int length : lengths) {
            byte[] record = new byte[length];
            random.nextBytes(record);
            records.add(Slice.of(record));
        }
        return records;
    }

    /** Returns the written log of some records. */
    static byte[] log(Path file, List<Slice> records) throws IOException {
        Files.deleteIfExists(file);
        try (LogWriter writer = LogWriter.create(file)) {
            for (Slice record : records) {
                writer.add(record.array(), record.offset(), record.length());
            }
        }
        return Files.readAllBytes(file);
    }
}
