package io.narrows.storage.version;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import java.io.ByteArrayOutputStream;

/** Encodes an edit with fields that every RocksDB since 5.0 can read: {@code {varint32 tag, body}}, repeated. */
final class EditEncoder {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final byte[] number = new byte[Coding.MAX_VARINT64];

    private EditEncoder() {}

    static byte[] encode(VersionEdit edit) {
        EditEncoder encoder = new EditEncoder();
        encoder.put(edit);
        return encoder.out.toByteArray();
    }

    private void put(VersionEdit edit) {
        edit.dbId().ifPresent(id -> text(EditTag.DATABASE_ID, id));
        edit.comparator().ifPresent(name -> text(EditTag.COMPARATOR, name));
        edit.logNumber().ifPresent(log -> {
            number(EditTag.LOG_NUMBER, log);
            number(EditTag.PREVIOUS_LOG_NUMBER, 0);
        });
        edit.nextFile().ifPresent(next -> number(EditTag.NEXT_FILE, next));
        edit.minLogToKeep().ifPresent(log -> number(EditTag.MIN_LOG_TO_KEEP, log));
        edit.lastSequence().ifPresent(sequence -> number(EditTag.LAST_SEQUENCE, sequence));
        edit.deletedFiles().forEach(this::deletedFile);
        edit.addedFiles().forEach(this::addedFile);
        if (edit.family() != 0) {
            number(EditTag.FAMILY, edit.family());
        }
        edit.addedFamily().ifPresent(name -> text(EditTag.ADD_FAMILY, name));
        if (edit.dropsFamily()) {
            varint(EditTag.DROP_FAMILY);
        }
        edit.maxFamily().ifPresent(id -> number(EditTag.MAX_FAMILY, id));
        edit.snapshotEdits().ifPresent(edits -> known(EditTag.SNAPSHOT_EDITS, edits));
        edit.logStarts().forEach((log, sequence) -> log(EditTag.LOG_BEGUN, log, sequence));
        edit.addedLogs().forEach((log, synced) -> synced.ifPresent(bytes -> log(EditTag.LOG_SYNCED, log, bytes)));
        edit.remainingInGroup().ifPresent(edits -> number(EditTag.GROUP, edits));
    }

    /** Writes a field of two numbers that RocksDB skips. */
    private void log(int tag, long log, long value) {
        varint(tag);
        varint(Coding.varintLength(log) + Coding.varintLength(value));
        varint(log);
        varint(value);
    }

    private void deletedFile(VersionEdit.DeletedFile deleted) {
        number(EditTag.DELETED_FILE, deleted.level());
        varint(deleted.number());
    }

    private void addedFile(VersionEdit.AddedFile added) {
        FileMetadata file = added.file();
        number(EditTag.NEW_FILE_4, added.level());
        varint(file.number());
        varint(file.size());
        bytes(file.smallest());
        bytes(file.largest());
        varint(file.smallestSequence());
        varint(file.largestSequence());
        known(EditTag.OfFile.OLDEST_ANCESTOR_TIME, file.oldestAncestorTime());
        known(EditTag.OfFile.CREATION_TIME, file.creationTime());
        known(EditTag.OfFile.EPOCH, file.epoch());
        known(EditTag.OfFile.TAIL_SIZE, file.tailSize());
        varint(EditTag.OfFile.END);
    }

    /** Writes a length-prefixed number, a field that other readers may skip. */
    private void known(int tag, long value) {
        if (value != 0) {
            number(tag, Coding.varintLength(value));
            varint(value);
        }
    }

    private void number(int tag, long value) {
        varint(tag);
        varint(value);
    }

    private void text(int tag, String text) {
        varint(tag);
        bytes(Slice.of(text));
    }

    private void bytes(Slice bytes) {
        varint(bytes.length());
        out.write(bytes.array(), bytes.offset(), bytes.length());
    }

    private void varint(long value) {
        out.write(number, 0, Coding.putVarint64(number, 0, value));
    }
}
