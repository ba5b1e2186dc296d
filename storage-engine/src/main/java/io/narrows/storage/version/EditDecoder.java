package io.narrows.storage.version;

import io.narrows.storage.Slice;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** Decodes the MANIFEST edits of RocksDB 5 to 11. A field that cannot be preserved is rejected by name, never skipped. */
final class EditDecoder {
    /** Ends the fields of an added log. */
    private static final int LOG_END = 1;

    /** Field of an added log: the number of its bytes that are on disk. */
    private static final int LOG_SYNCED_BYTES = 2;

    private final EditBytes bytes;
    private final VersionEdit edit = new VersionEdit();

    EditDecoder(Slice payload) {
        this.bytes = new EditBytes(payload);
    }

    VersionEdit decode() throws MalformedEditException, UnsupportedEditException {
        while (bytes.hasMore()) {
            int at = bytes.offset();
            field(bytes.small("tag"), at);
        }
        return edit;
    }

    private void field(int tag, int at) throws MalformedEditException, UnsupportedEditException {
        switch (tag) {
            case EditTag.COMPARATOR -> edit.comparator(comparator(at));
            case EditTag.LOG_NUMBER -> edit.logNumber(bytes.number("log number"));
            case EditTag.PREVIOUS_LOG_NUMBER -> previousLog(at);
            case EditTag.NEXT_FILE -> edit.nextFile(bytes.number("next file number"));
            case EditTag.LAST_SEQUENCE -> edit.lastSequence(bytes.number("last sequence"));
            case EditTag.MIN_LOG_TO_KEEP -> edit.minLogToKeep(bytes.number("min log to keep"));
            case EditTag.COMPACT_CURSOR -> {
                bytes.small("level");
                bytes.part("compact cursor");
            }
            case EditTag.DELETED_FILE -> edit.deleteFile(bytes.small("level"), bytes.number("file number"));
            case EditTag.NEW_FILE_1, EditTag.NEW_FILE_2, EditTag.NEW_FILE_3, EditTag.NEW_FILE_4 ->
                new FileDecoder(bytes, edit).decode(tag, at);
            default -> sharedField(tag, at);
        }
    }

    private void sharedField(int tag, int at) throws MalformedEditException, UnsupportedEditException {
        switch (tag) {
            case EditTag.FAMILY -> edit.family(bytes.small("family id"));
            case EditTag.ADD_FAMILY -> edit.addFamily(text("family name", at));
            case EditTag.DROP_FAMILY -> edit.dropFamily();
            case EditTag.MAX_FAMILY -> edit.maxFamily(bytes.small("max family"));
            case EditTag.GROUP -> edit.remainingInGroup(bytes.small("remaining edits"));
            case EditTag.DATABASE_ID -> edit.dbId(text("database id", at));
            case EditTag.BLOB_FILE, EditTag.BLOB_GARBAGE, EditTag.OLD_BLOB_FILE, EditTag.OLD_BLOB_GARBAGE ->
                throw new UnsupportedEditException(at, "blob files");
            case EditTag.OLD_LOG_ADDITION -> addedLog(bytes, at);
            case EditTag.LOG_ADDITION -> addedLog(bytes.part("log addition"), at);
            case EditTag.LOG_BEGUN -> begunLog(bytes.part("begun log"));
            case EditTag.SNAPSHOT_EDITS ->
                edit.snapshotEdits(bytes.part("snapshot edits").small("snapshot edits"));
            case EditTag.LOG_SYNCED -> syncedLog(bytes.part("synced log"));
            case EditTag.OLD_LOG_DELETION -> edit.deleteLogsBelow(bytes.number("log number"));
            case EditTag.LOG_DELETION ->
                edit.deleteLogsBelow(bytes.part("log deletion").number("log number"));
            case EditTag.FULL_HISTORY_TIMESTAMP -> refuseTimestamp(bytes.part("timestamp"), at);
            case EditTag.TIMESTAMPS_PERSISTED -> checkPersisted(bytes.part("timestamps persisted"), at);
            default -> skip(tag, at);
        }
    }

    private void skip(int tag, int at) throws MalformedEditException, UnsupportedEditException {
        if ((tag & EditTag.IGNORABLE) == 0) {
            throw new UnsupportedEditException(at, "a field with unknown tag " + tag);
        }
        bytes.part("field of tag " + tag);
    }

    /** Accepts only the bytewise comparator, because keys in any other order could not be found. */
    private String comparator(int at) throws MalformedEditException, UnsupportedEditException {
        String name = text("comparator", at);
        if (!name.equals(VersionEdit.BYTEWISE_COMPARATOR)) {
            throw new UnsupportedEditException(
                    at, "comparator " + name + " (expected: " + VersionEdit.BYTEWISE_COMPARATOR + ")");
        }
        return name;
    }

    private void previousLog(int at) throws MalformedEditException, UnsupportedEditException {
        long number = bytes.number("previous log number");
        if (number != 0) {
            throw new UnsupportedEditException(at, "a previous log with number " + number);
        }
    }

    private void addedLog(EditBytes log, int at) throws MalformedEditException, UnsupportedEditException {
        long number = log.number("log number");
        OptionalLong synced = OptionalLong.empty();
        for (int tag = log.small("tag of a log"); tag != LOG_END; tag = log.small("tag of a log")) {
            if (tag != LOG_SYNCED_BYTES) {
                throw new UnsupportedEditException(at, "a log field with unknown tag " + tag);
            }
            synced = OptionalLong.of(log.number("synced bytes"));
        }
        edit.addLog(number, synced);
    }

    private void begunLog(EditBytes log) throws MalformedEditException {
        long number = log.number("log number");
        edit.beginLog(number, log.number("last sequence before the log"));
    }

    private void syncedLog(EditBytes log) throws MalformedEditException {
        long number = log.number("log number");
        edit.syncedLog(number, log.number("synced bytes"));
    }

    private static void refuseTimestamp(EditBytes timestamp, int at) throws UnsupportedEditException {
        if (timestamp.hasMore()) {
            throw new UnsupportedEditException(at, "user timestamps");
        }
    }

    /** Checks a flag byte, which is 0 if keys have timestamps that the files omit. */
    static void checkPersisted(EditBytes persisted, int at) throws UnsupportedEditException {
        Slice value = persisted.copy();
        if (value.length() != 1 || value.array()[0] != 1) {
            throw new UnsupportedEditException(at, "user timestamps that are not persisted");
        }
    }

    private String text(String what, int at) throws MalformedEditException, UnsupportedEditException {
        Slice raw = bytes.part(what).copy();
        String text = new String(raw.array(), StandardCharsets.UTF_8);
        if (!Slice.of(text).equals(raw)) {
            throw new UnsupportedEditException(at, what + " that is not UTF-8: " + raw);
        }
        return text;
    }
}
