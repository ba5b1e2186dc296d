package io.narrows.storage.db.interop.forge;

import static io.narrows.storage.db.interop.forge.Fault.harmless;
import static io.narrows.storage.db.interop.forge.Fault.reads;
import static io.narrows.storage.db.interop.forge.Fault.refused;
import static io.narrows.storage.db.interop.forge.ForgedDirectory.LOG;
import static io.narrows.storage.db.interop.forge.ForgedDirectory.MANIFEST;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Logs, MANIFESTs and batches with damaged or unusual bytes. */
final class LogFaults {
    private static final int LOG_DATA = 0x03;
    private static final int BEGIN_PREPARE = 0x09;
    private static final int END_PREPARE = 0x0a;
    private static final int COMMIT = 0x0b;
    private static final int NOOP = 0x0d;
    private static final int BLOB_INDEX = 0x11;
    private static final int WIDE_COLUMNS = 0x16;
    private static final int TIMED_PUT = 0x18;
    private static final int UNKNOWN_TAG = 0x63;
    private static final int TIMESTAMP_SIZES = 10;
    private static final int UNKNOWN_TYPE = 77;
    private static final int UNKNOWN_IGNORABLE_TYPE = 0x80 + 77;

    private LogFaults() {}

    static Stream<Fault> all() {
        return Stream.of(manifests(), damage(), layouts(), batches(), features())
                .flatMap(faults -> faults);
    }

    private static Stream<Fault> manifests() {
        return Stream.of(
                refused("an empty MANIFEST", directory -> directory.manifest = bytes -> new byte[0], MANIFEST),
                refused("a bit of the first edit", directory -> directory.manifest = flipped(20), MANIFEST, "offset 0"),
                refused("a bit of the last edit", LogFaults::flippedLastEdit, MANIFEST, "offset"),
                harmless("a last edit that is cut", LogFaults::cutEdit),
                refused(
                        "a last edit that is cut, and a file it may have told of",
                        LogFaults::lostFile,
                        MANIFEST,
                        "000099.sst"),
                harmless("zeros behind the MANIFEST", directory -> directory.manifest = longer(1_000)));
    }

    private static Stream<Fault> damage() {
        return Stream.of(
                refused("a bit of the first batch", directory -> directory.log = flipped(20), LOG, "offset 0"),
                reads("a bit of the last batch", directory -> directory.log = flipped(-1), withoutLast()),
                reads("a last batch that is cut", directory -> directory.log = cut(1), withoutLast()),
                reads("a last batch without most of it", directory -> directory.log = cut(20), withoutLast()),
                harmless("zeros behind the log", directory -> directory.log = longer(1_000)),
                harmless("zeros behind the log up to the next block", directory -> directory.log = longer(70_000)),
                reads("an empty log", directory -> directory.log = bytes -> new byte[0], ForgedDirectory.rowsInFiles()),
                refused("no log", directory -> directory.last = at -> Files.delete(at.resolve(LOG)), LOG, "missing"));
    }

    private static Stream<Fault> layouts() {
        return Stream.of(
                harmless("recyclable headers", directory -> directory.log = bytes -> recyclable(directory, 12)),
                reads(
                        "records of an earlier log",
                        directory -> directory.log = bytes -> recyclable(directory, 11),
                        ForgedDirectory.rowsInFiles()),
                harmless("a block that ends with room for a header", directory -> startWith(directory, 32_754)),
                harmless("a block that ends in six zeros", directory -> startWith(directory, 32_755)),
                harmless("a block that ends in nine zeros", LogFaults::nineZeros),
                refused("a record of an unknown type", record(UNKNOWN_TYPE, new byte[3]), LOG, "77"),
                harmless("a record of an unknown type to skip", record(UNKNOWN_IGNORABLE_TYPE, new byte[3])));
    }

    private static Stream<Fault> batches() {
        return Stream.of(
                refused(
                        "a batch with fewer entries than it says",
                        batch(ForgedBatch.of(30, 2, put())),
                        LOG,
                        "offset 92"),
                refused(
                        "a batch with more entries than it says",
                        batch(ForgedBatch.of(30, 1, put(), put())),
                        LOG,
                        "offset 92"),
                refused("a batch that is too short", batch(new byte[11]), LOG),
                refused("an entry that is cut", batch(ForgedBatch.of(30, 1, new byte[] {1, 9})), LOG),
                refused("an unknown entry", batch(ForgedBatch.of(30, 1, entry(UNKNOWN_TAG))), LOG, "0x63"),
                refused("sequence numbers that go back", batch(ForgedBatch.of(20, 1, put())), LOG, "20"),
                harmless("sequence numbers with a gap", batch(ForgedBatch.of(1_000, 1, ForgedBatch.put("z", "last")))),
                harmless("an unknown family", batch(ForgedBatch.of(30, 1, ForgedBatch.put(7, "key", "value")))),
                harmless("remarks", batch(ForgedBatch.of(30, 0, entry(LOG_DATA, "hello")))),
                harmless("nothing", batch(ForgedBatch.of(30, 0, entry(NOOP)))),
                reads("a log that one family has behind it", LogFaults::nextLogOfDefault, onlySecondLogged()));
    }

    private static Stream<Fault> features() {
        return Stream.of(
                refused("a prepared transaction", prepared(), LOG, "two-phase"),
                refused("a commit", batch(ForgedBatch.of(30, 0, entry(COMMIT, "xid"))), LOG, "two-phase"),
                refused("a value in a blob", batch(ForgedBatch.of(30, 1, entry(BLOB_INDEX, "k", "i"))), LOG, "blob"),
                refused("wide columns", batch(ForgedBatch.of(30, 1, entry(WIDE_COLUMNS, "k", "e"))), LOG, "wide"),
                refused(
                        "a timed put",
                        batch(ForgedBatch.of(30, 1, entry(TIMED_PUT, "k", "12345678"))),
                        LOG,
                        "write time"),
                refused("timestamps", record(TIMESTAMP_SIZES, sizes(8)), LOG, "timestamp"),
                harmless("timestamps of no bytes", record(TIMESTAMP_SIZES, sizes(0))));
    }

    private static UnaryOperator<byte[]> flipped(int at) {
        return bytes -> {
            byte[] changed = bytes.clone();
            changed[at < 0 ? bytes.length + at : at] ^= 1;
            return changed;
        };
    }

    private static UnaryOperator<byte[]> cut(int less) {
        return bytes -> Arrays.copyOf(bytes, bytes.length - less);
    }

    private static UnaryOperator<byte[]> longer(int more) {
        return bytes -> Arrays.copyOf(bytes, bytes.length + more);
    }

    private static void flippedLastEdit(ForgedDirectory directory) {
        directory.manifest = flipped(-1);
    }

    private static void cutEdit(ForgedDirectory directory) {
        directory.moreEdits.add(ForgedEdit.EMPTY.with(ForgedEdit.NEXT_FILE, 20));
        directory.manifest = cut(1);
    }

    private static void lostFile(ForgedDirectory directory) {
        cutEdit(directory);
        directory.last = at -> Files.writeString(at.resolve("000099.sst"), "hello");
    }

    private static byte[] recyclable(ForgedDirectory directory, long number) {
        ForgedLog log = ForgedLog.recyclable(number);
        directory.batches.forEach(log::add);
        return log.toByteArray();
    }

    /** Puts a batch of the given size before the others: an older value of a9. */
    private static void startWith(ForgedDirectory directory, int bytes) {
        directory.batches.clear();
        int value = bytes - ForgedBatch.of(26, 1, ForgedBatch.put("a9", "v".repeat(bytes))).length + bytes;
        directory.batches.addAll(List.of(
                ForgedBatch.of(26, 1, ForgedBatch.put("a9", "v".repeat(value))),
                ForgedBatch.of(27, 2, ForgedBatch.put("a9", "logged"), ForgedBatch.delete("a0")),
                ForgedBatch.of(29, 1, ForgedBatch.put(1, "c9", "logged")),
                ForgedBatch.of(30, 1, ForgedBatch.put("z", "last"))));
    }

    /** Nine zeros, which look like a short header. */
    private static void nineZeros(ForgedDirectory directory) {
        startWith(directory, ForgedLog.BLOCK - 11 - 9);
        directory.log = bytes -> recyclable(directory, 12);
    }

    /** Puts a record before all others. */
    private static Consumer<ForgedDirectory> record(int type, byte[] payload) {
        return directory -> directory.log = bytes -> {
            ForgedLog log = ForgedLog.legacy().add(type, payload);
            directory.batches.forEach(log::add);
            return log.toByteArray();
        };
    }

    private static Consumer<ForgedDirectory> batch(byte[] batch) {
        return directory -> directory.batches.add(batch);
    }

    private static byte[] put() {
        return ForgedBatch.put("key", "value");
    }

    private static byte[] entry(int tag, String... texts) {
        return ForgedBatch.entry(tag, texts);
    }

    private static Consumer<ForgedDirectory> prepared() {
        return batch(ForgedBatch.of(30, 1, entry(BEGIN_PREPARE), put(), entry(END_PREPARE, "xid")));
    }

    private static byte[] sizes(int bytes) {
        return new Bytes().fixed32(0).fixed16(bytes).toByteArray();
    }

    private static void nextLogOfDefault(ForgedDirectory directory) {
        directory.header = directory.header.without(ForgedEdit.LOG_NUMBER).with(ForgedEdit.LOG_NUMBER, 13);
    }

    private static Map<String, Map<String, String>> withoutLast() {
        Map<String, Map<String, String>> rows = ForgedDirectory.rows();
        rows.get("default").remove("z");
        return rows;
    }

    private static Map<String, Map<String, String>> onlySecondLogged() {
        Map<String, Map<String, String>> rows = ForgedDirectory.rowsInFiles();
        rows.get("second").put("c9", "logged");
        return rows;
    }
}
