package io.narrows.storage.db.interop.forge;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A small directory built byte by byte: two families, files on two levels, a log with three batches. All of it is as in
 * RocksDB unless a test changes a field before it is written.
 */
final class ForgedDirectory {
    static final String MANIFEST = "MANIFEST-000005";
    static final String LOG = "000012.log";
    static final long LOG_NUMBER = 12;
    static final long LAST_IN_FILES = 25;

    /** A file of the last level, with the keys a0 to a9. */
    static final ForgedFile OLD = ForgedFile.of(6, 7, keys("a", 0, 9), "old", 0, 1);

    static final ForgedFile NEWER = ForgedFile.of(0, 10, keys("a", 0, 4), "newer", 11, 2);
    static final ForgedFile NEWEST = ForgedFile.of(0, 11, keys("a", 3, 7), "newest", 21, 3);

    private static final String COMPARATOR = "leveldb.BytewiseComparator";
    private static final String ID = "5fd34f3c-5b1a-4b0b-9a53-6f0c7d1c1f60";

    String current = MANIFEST + "\n";

    ForgedEdit header = ForgedEdit.EMPTY
            .with(ForgedEdit.DB_ID, ID)
            .with(ForgedEdit.COMPARATOR, COMPARATOR)
            .with(ForgedEdit.LOG_NUMBER, LOG_NUMBER)
            .with(ForgedEdit.PREVIOUS_LOG, 0)
            .with(ForgedEdit.NEXT_FILE, 13)
            .with(ForgedEdit.LAST_SEQUENCE, LAST_IN_FILES)
            .with(ForgedEdit.MIN_LOG, LOG_NUMBER)
            .with(ForgedEdit.MAX_FAMILY, 1);

    ForgedEdit second = ForgedEdit.EMPTY
            .with(ForgedEdit.FAMILY, 1)
            .with(ForgedEdit.FAMILY_ADD, "second")
            .with(ForgedEdit.COMPARATOR, COMPARATOR)
            .with(ForgedEdit.LOG_NUMBER, LOG_NUMBER);

    final List<ForgedFile> files =
            new ArrayList<>(List.of(NEWEST, NEWER, OLD, ForgedFile.of(6, 8, keys("b", 0, 9), "old", 0, 1)));
    final List<ForgedFile> filesOfSecond = new ArrayList<>(List.of(ForgedFile.of(6, 9, keys("c", 0, 9), "old", 0, 1)));

    /** The tag for adding files. */
    int fileField = ForgedEdit.FILE_V4;

    /** Edits after those that describe the above. */
    final List<ForgedEdit> moreEdits = new ArrayList<>();

    final List<byte[]> batches = new ArrayList<>(List.of(
            ForgedBatch.of(26, 2, ForgedBatch.put("a9", "logged"), ForgedBatch.delete("a0")),
            ForgedBatch.of(28, 1, ForgedBatch.put(1, "c9", "logged")),
            ForgedBatch.of(29, 1, ForgedBatch.put("z", "last"))));

    UnaryOperator<byte[]> manifest = UnaryOperator.identity();
    UnaryOperator<byte[]> log = UnaryOperator.identity();

    /** A change to the directory after it was written. */
    Step last = directory -> {};

    /** Returns its content: the rows of each family. */
    static Map<String, Map<String, String>> rows() {
        Map<String, Map<String, String>> all = rowsInFiles();
        all.get("default").put("a9", "logged");
        all.get("default").remove("a0");
        all.get("second").put("c9", "logged");
        all.get("default").put("z", "last");
        return all;
    }

    /** Returns its content without the log. */
    static Map<String, Map<String, String>> rowsInFiles() {
        Map<String, String> rows = new TreeMap<>();
        keys("a", 0, 9).forEach(key -> rows.put(key, "old"));
        keys("b", 0, 9).forEach(key -> rows.put(key, "old"));
        keys("a", 0, 4).forEach(key -> rows.put(key, "newer"));
        keys("a", 3, 7).forEach(key -> rows.put(key, "newest"));
        Map<String, String> second = new TreeMap<>();
        keys("c", 0, 9).forEach(key -> second.put(key, "old"));
        return new TreeMap<>(Map.of("default", rows, "second", second));
    }

    static List<String> keys(String prefix, int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> prefix + i).toList();
    }

    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<byte[]> edits = edits(directory).stream().map(ForgedEdit::encode).collect(toCollection(ArrayList::new));
        Files.writeString(directory.resolve("IDENTITY"), ID);
        Files.write(directory.resolve(MANIFEST), manifest.apply(ForgedLog.legacy(edits)));
        Files.write(directory.resolve(LOG), log.apply(ForgedLog.legacy(batches)));
        if (current != null) {
            Files.write(directory.resolve("CURRENT"), current.getBytes(StandardCharsets.UTF_8));
        }
        last.on(directory);
    }

    private List<ForgedEdit> edits(Path directory) throws IOException {
        List<ForgedEdit> edits = new ArrayList<>(List.of(header, second));
        edits.add(filesEdit(directory, ForgedEdit.EMPTY, files));
        edits.add(filesEdit(directory, ForgedEdit.EMPTY.with(ForgedEdit.FAMILY, 1), filesOfSecond));
        edits.addAll(moreEdits);
        return edits;
    }

    private ForgedEdit filesEdit(Path directory, ForgedEdit begin, List<ForgedFile> added) throws IOException {
        ForgedEdit edit = begin;
        for (ForgedFile file : added) {
            if (!Files.exists(file.path(directory))) {
                file.write(directory);
            }
            byte[] entry =
                    fileField == ForgedEdit.FILE_V2 ? file.entryV2(directory).toByteArray() : file.entry(directory);
            edit = edit.with(fileField, entry);
        }
        return edit;
    }

    /** A change to a directory. */
    interface Step {
        void on(Path directory) throws IOException;
    }
}
