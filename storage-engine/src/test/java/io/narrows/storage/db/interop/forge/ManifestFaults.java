package io.narrows.storage.db.interop.forge;

import static io.narrows.storage.db.interop.forge.Fault.harmless;
import static io.narrows.storage.db.interop.forge.Fault.reads;
import static io.narrows.storage.db.interop.forge.Fault.refused;
import static io.narrows.storage.db.interop.forge.ForgedDirectory.MANIFEST;
import static io.narrows.storage.db.interop.forge.ForgedDirectory.NEWER;
import static io.narrows.storage.db.interop.forge.ForgedDirectory.NEWEST;
import static io.narrows.storage.db.interop.forge.ForgedDirectory.OLD;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Valid and invalid contents of a MANIFEST. */
final class ManifestFaults {
    private static final int IGNORABLE = 1 << 13;
    private static final int IGNORABLE_IN_FILE = 60;
    private static final int FATAL_IN_FILE = 70;
    private static final int PATH = 65;
    private static final int OLDEST_BLOB = 4;
    private static final int PERSISTED = 16;

    private ManifestFaults() {}

    static Stream<Fault> all() {
        return Stream.of(counters(), edits(), families(), files(), features()).flatMap(faults -> faults);
    }

    private static Stream<Fault> counters() {
        return Stream.of(
                refused("no next file number", header(edit -> edit.without(ForgedEdit.NEXT_FILE)), "next file"),
                refused("no last sequence", header(edit -> edit.without(ForgedEdit.LAST_SEQUENCE)), "last sequence"),
                refused("no log number", ManifestFaults::withoutLogNumbers, "log number"),
                harmless("no previous log", header(edit -> edit.without(ForgedEdit.PREVIOUS_LOG))),
                harmless("no highest family", header(edit -> edit.without(ForgedEdit.MAX_FAMILY))),
                harmless("no id of the database", header(edit -> edit.without(ForgedEdit.DB_ID))),
                harmless("no oldest log", header(edit -> edit.without(ForgedEdit.MIN_LOG))),
                harmless("next file that is taken", header(edit -> replaced(edit, ForgedEdit.NEXT_FILE, 3))),
                refused(
                        "last sequence below that of a file",
                        header(edit -> replaced(edit, ForgedEdit.LAST_SEQUENCE, 24)),
                        MANIFEST,
                        "file 11",
                        "25",
                        "24"));
    }

    private static Stream<Fault> edits() {
        return Stream.of(
                harmless("an edit without fields", more(ForgedEdit.EMPTY)),
                harmless("an unknown field to skip", more(ForgedEdit.EMPTY.with(IGNORABLE + 900, "hello"))),
                refused("an unknown field", more(ForgedEdit.EMPTY.with(77, 1)), MANIFEST, "77"),
                refused("a field that is cut", more(ForgedEdit.EMPTY.with(ForgedEdit.DB_ID, new byte[] {9})), MANIFEST),
                refused(
                        "an edit within an atomic group",
                        more(ForgedEdit.EMPTY.with(ForgedEdit.ATOMIC_GROUP, 1), ForgedEdit.EMPTY),
                        MANIFEST,
                        "group"),
                reads("half an atomic group", ManifestFaults::halfGroup, ForgedDirectory.rows()));
    }

    private static Stream<Fault> families() {
        return Stream.of(
                refused(
                        "another comparator",
                        header(edit -> edit.without(ForgedEdit.COMPARATOR)
                                .with(ForgedEdit.COMPARATOR, "rocksdb.ReverseBytewiseComparator")),
                        "rocksdb.ReverseBytewiseComparator",
                        "leveldb.BytewiseComparator"),
                refused(
                        "another comparator of one family",
                        second(edit -> edit.without(ForgedEdit.COMPARATOR).with(ForgedEdit.COMPARATOR, "mine")),
                        MANIFEST,
                        "mine"),
                harmless("no comparator", header(edit -> edit.without(ForgedEdit.COMPARATOR))),
                refused(
                        "a family that was not added",
                        more(ForgedEdit.EMPTY.with(ForgedEdit.FAMILY, 7).with(ForgedEdit.LOG_NUMBER, 12)),
                        MANIFEST,
                        "7"),
                refused(
                        "a family that is added twice",
                        directory -> directory.moreEdits.add(directory.second),
                        "second"),
                reads("a dropped family", ManifestFaults::dropSecond, onlyDefault()));
    }

    private static Stream<Fault> files() {
        return Stream.of(
                harmless("files as RocksDB 5 lists them", ManifestFaults::filesOfOld),
                harmless("an unknown field of a file to skip", file(OLD, OLD.with(IGNORABLE_IN_FILE, new byte[1]))),
                refused("an unknown field of a file", file(OLD, OLD.with(FATAL_IN_FILE, new byte[1])), MANIFEST, "70"),
                refused("a file on another path", file(OLD, OLD.with(PATH, new byte[] {1})), "path"),
                refused("a level that there is not", file(OLD, OLD.onLevel(7)), "level 7"),
                refused("a file that is there already", directory -> directory.files.add(OLD.onLevel(5)), "7"),
                refused(
                        "a removed file that was not there",
                        more(ForgedEdit.EMPTY.with(ForgedEdit.DELETED_FILE, new byte[] {3, 7})),
                        MANIFEST,
                        "7"),
                refused("files of one level that overlap", ManifestFaults::overlap, MANIFEST, "level 6", "file 7"),
                refused("files of level 0 of the same age", file(NEWEST, NEWEST.withEpoch(2)), "epoch"),
                harmless("files without epochs", ManifestFaults::withoutEpochs),
                harmless("one file without an epoch", file(NEWER, NEWER.withEpoch(0))));
    }

    private static Stream<Fault> features() {
        return Stream.of(
                refused("blob files", more(ForgedEdit.EMPTY.with(ForgedEdit.BLOB_FILE, blobFile())), "blob"),
                refused("a file with values in blobs", file(OLD, OLD.with(OLDEST_BLOB, new byte[] {20})), "blob"),
                refused("a file without its timestamps", file(OLD, OLD.with(PERSISTED, new byte[] {0})), "timestamp"),
                refused(
                        "timestamps trimmed",
                        more(ForgedEdit.EMPTY.with(ForgedEdit.HISTORY_LOW, "\1\1\1\1\1\1\1\1")),
                        "timestamp"),
                refused("a tracked log that is missing", more(trackedLog(14, 100)), "000014.log"),
                refused("a tracked log that is cut", more(trackedLog(12, 1_000_000)), "000012.log"));
    }

    private static Consumer<ForgedDirectory> header(UnaryOperator<ForgedEdit> change) {
        return directory -> directory.header = change.apply(directory.header);
    }

    private static Consumer<ForgedDirectory> second(UnaryOperator<ForgedEdit> change) {
        return directory -> directory.second = change.apply(directory.second);
    }

    private static Consumer<ForgedDirectory> more(ForgedEdit... edits) {
        return directory -> directory.moreEdits.addAll(List.of(edits));
    }

    private static Consumer<ForgedDirectory> file(ForgedFile old, ForgedFile changed) {
        return directory -> directory.files.replaceAll(file -> file.equals(old) ? changed : file);
    }

    private static ForgedEdit replaced(ForgedEdit edit, int tag, long value) {
        return edit.without(tag).with(tag, value);
    }

    private static void withoutLogNumbers(ForgedDirectory directory) {
        directory.header = directory.header.without(ForgedEdit.LOG_NUMBER);
        directory.second = directory.second.without(ForgedEdit.LOG_NUMBER);
    }

    private static void halfGroup(ForgedDirectory directory) {
        directory.moreEdits.add(ForgedEdit.EMPTY
                .with(ForgedEdit.DELETED_FILE, new byte[] {0, 11})
                .with(ForgedEdit.ATOMIC_GROUP, 1));
    }

    private static void dropSecond(ForgedDirectory directory) {
        directory.moreEdits.add(ForgedEdit.EMPTY.with(ForgedEdit.FAMILY, 1).with(ForgedEdit.FAMILY_DROP, new byte[0]));
    }

    private static Map<String, Map<String, String>> onlyDefault() {
        Map<String, Map<String, String>> rows = ForgedDirectory.rows();
        rows.remove("second");
        return rows;
    }

    private static void filesOfOld(ForgedDirectory directory) {
        directory.fileField = ForgedEdit.FILE_V2;
    }

    /** Puts a5 to a9 into both files. */
    private static void overlap(ForgedDirectory directory) {
        directory.files.add(ForgedFile.of(6, 3, ForgedDirectory.keys("a", 5, 9), "lost", 0, 1));
    }

    private static void withoutEpochs(ForgedDirectory directory) {
        directory.files.replaceAll(file -> file.withEpoch(0));
    }

    private static byte[] blobFile() {
        return new Bytes()
                .varint(20)
                .varint(1)
                .varint(100)
                .counted("")
                .counted("")
                .varint(0)
                .toByteArray();
    }

    private static ForgedEdit trackedLog(long number, long size) {
        byte[] body =
                new Bytes().varint(number).varint(2).varint(size).varint(1).toByteArray();
        return ForgedEdit.EMPTY.with(
                ForgedEdit.LOG_ADDED, new Bytes().counted(body).toByteArray());
    }
}
