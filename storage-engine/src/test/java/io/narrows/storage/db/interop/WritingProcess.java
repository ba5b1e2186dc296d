package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that opens a database and writes numbered batches until it is killed. It prints each number once the write has
 * returned.
 */
final class WritingProcess implements Closeable {
    static final String LAST = "last";

    private final Process process;
    private final BufferedReader said;

    private WritingProcess(Process process) {
        this.process = process;
        this.said = process.inputReader(StandardCharsets.UTF_8);
    }

    /** @param engine {@code rocksdb} or {@code narrows} */
    static WritingProcess start(String engine, Path directory) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new WritingProcess(new ProcessBuilder(
                        java.toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WritingProcess.class.getName(),
                        engine,
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits until the process has printed the given batch, kills it, and returns the last number that it printed. */
    int killAfter(int batches) throws IOException {
        int last = -1;
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            last = Integer.parseInt(line);
            if (last == batches) {
                kill(process.pid());
            }
        }
        return last;
    }

    /** Waits until the process has printed that a batch is written. */
    void awaitBatch(int batch) throws IOException {
        for (String line = said.readLine(); Integer.parseInt(line) < batch; line = said.readLine()) {
            // read the next line
        }
    }

    /** Kills the process without {@link Process#destroyForcibly}, which discards its unread output. */
    private static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String... arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        try (Store store = arguments[0].equals("rocksdb")
                ? RocksStore.open(directory, RocksSetup.SMALL)
                : NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            store.createFamily("second");
            for (int i = 0; true; i++) {
                store.write(batch(i));
                System.out.println(i);
            }
        }
    }

    /** Returns the rows expected after a batch. */
    static Model model(int batches) {
        Model model = new Model();
        model.createFamily("second");
        for (int i = 0; i <= batches; i++) {
            model.apply(batch(i));
        }
        return model;
    }

    private static List<Change> batch(int i) {
        return List.of(
                new Change.Put(
                        "default", key(i), Slice.of("value %d;".formatted(i).repeat(i % 40))),
                new Change.Put("second", key(i % 100), Slice.of("value %d".formatted(i))),
                new Change.Delete("default", key(i - 7)),
                new Change.DeleteRange("second", key(i % 90 + 3), key(i % 90 + 5)),
                new Change.Put("default", Slice.of(LAST), Slice.of(String.valueOf(i))));
    }

    private static Slice key(int i) {
        return Slice.of("key%06d".formatted(Math.max(i, 0)));
    }
}
