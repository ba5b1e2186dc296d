package io.narrows.bench.sst;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Counts voluntary context switches of threads: the minimum cost of a wake-up, and the only measure that RocksDB's own
 * threads expose.
 */
final class Switches {
    private static final String FIELD = "voluntary_ctxt_switches:";

    private Switches() {}

    /** Sums over all current threads of this process; the count of a thread that has ended is lost. */
    static long now() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.mapToLong(Switches::of).sum();
        }
    }

    private static long of(Path task) {
        try {
            return Files.readString(task.resolve("status"))
                    .lines()
                    .filter(line -> line.startsWith(FIELD))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(FIELD.length()).strip()))
                    .sum();
        } catch (NoSuchFileException ended) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
