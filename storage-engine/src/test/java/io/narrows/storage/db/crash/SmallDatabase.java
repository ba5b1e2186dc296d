package io.narrows.storage.db.crash;

import io.narrows.storage.db.model.Opener;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A database left by a killed process: files on several levels, two logs with batches that are in no file yet.
 *
 * @param lastLogEnds the end of each batch in the last log
 */
record SmallDatabase(Path directory, Script script, long batches, List<Long> lastLogEnds) {
    /** With these options nothing runs in the background while the directory is copied. */
    private static final StoreOptions QUIET = StoreOptions.SMALL.withoutCompaction();

    private static final int BATCHES_IN_FILES = 120;
    private static final int BATCHES_IN_LOG = 25;

    static SmallDatabase make(Path folder, Opener opener, long seed) throws IOException {
        Script script = new Script(seed, 1);
        WriterScript writer = script.writers().get(0);
        Path live = folder.resolve("live");
        Path copy = folder.resolve("small");
        List<Long> ends = new ArrayList<>();
        long number = 0;
        try (Store store = opener.open(live, StoreOptions.SMALL)) {
            Script.createFamilies(store);
            while (number < BATCHES_IN_FILES) {
                store.write(writer.batch(++number), false);
                if (number % 30 == 0) {
                    flushAll(store);
                }
            }
            store.compact(Store.DEFAULT, null, null);
        }
        try (Store store = opener.open(live, QUIET)) {
            number = write(store, writer, number, new ArrayList<>(), live);
            store.flush("second");
            number = write(store, writer, number, ends, live);
            copy(live, copy);
        }
        return new SmallDatabase(copy, script, number, ends);
    }

    private static void flushAll(Store store) throws IOException {
        for (String family : Script.FAMILIES) {
            store.flush(family);
        }
    }

    private static long write(Store store, WriterScript writer, long from, List<Long> ends, Path live)
            throws IOException {
        long number = from;
        for (int i = 0; i < BATCHES_IN_LOG; i++) {
            store.write(writer.batch(++number), false);
            ends.add(Files.size(logs(live).get(logs(live).size() - 1)));
        }
        return number;
    }

    /**
     * Copies a directory as of one moment: repeats the copy if files were added, removed or extended in the meantime.
     */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        while (!copyUnchanged(from, to)) {
            for (Path file : files(to)) {
                Files.delete(file);
            }
        }
    }

    private static boolean copyUnchanged(Path from, Path to) throws IOException {
        try {
            Map<Path, Long> before = sizes(from);
            for (Path file : before.keySet()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
            return sizes(from).equals(before);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static Map<Path, Long> sizes(Path directory) throws IOException {
        Map<Path, Long> sizes = new LinkedHashMap<>();
        for (Path file : files(directory)) {
            sizes.put(file, Files.size(file));
        }
        return sizes;
    }

    /** Sorted by name. */
    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** Oldest first. */
    static List<Path> logs(Path directory) throws IOException {
        return files(directory).stream()
                .filter(file -> file.toString().endsWith(".log"))
                .toList();
    }

    /** Returns the log that was active when the process was killed. */
    String lastLog() throws IOException {
        List<Path> logs = logs(directory);
        return logs.get(logs.size() - 1).getFileName().toString();
    }

    /** Returns the number of batches that remain if the last log is cut to the given size. */
    long batchesWithin(long bytesOfLastLog) {
        long lost = lastLogEnds.stream().filter(end -> end > bytesOfLastLog).count();
        return batches - lost;
    }
}
