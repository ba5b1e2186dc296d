package io.narrows.storage.version;

import io.narrows.storage.Slice;

/**
 * Decodes a file that an edit adds.
 *
 * <pre>
 *   level, number, [path, from version 3], size, smallest key, largest key,
 *   [smallest sequence, largest sequence, from version 2], [fields, version 4]
 * </pre>
 */
final class FileDecoder {
    private final EditBytes bytes;
    private final VersionEdit edit;

    private long epoch;
    private long oldestAncestorTime;
    private long creationTime;
    private long tailSize;

    FileDecoder(EditBytes bytes, VersionEdit edit) {
        this.bytes = bytes;
        this.edit = edit;
    }

    /** Decodes a file and adds it to the edit. The tag, at offset {@code at}, determines the version of the encoding. */
    void decode(int tag, int at) throws MalformedEditException, UnsupportedEditException {
        int level = bytes.small("level");
        long number = bytes.number("file number");
        if (tag == EditTag.NEW_FILE_3) {
            checkPath(bytes.small("path"), at);
        }
        long size = bytes.number("file size");
        Slice smallest = bytes.part("smallest key").copy();
        Slice largest = bytes.part("largest key").copy();
        long smallestSequence = tag == EditTag.NEW_FILE_1 ? 0 : bytes.number("smallest sequence");
        long largestSequence = tag == EditTag.NEW_FILE_1 ? 0 : bytes.number("largest sequence");
        if (tag == EditTag.NEW_FILE_4) {
            fields();
        }
        try {
            edit.addFile(
                    level,
                    new FileMetadata(
                            number,
                            size,
                            smallest,
                            largest,
                            smallestSequence,
                            largestSequence,
                            epoch,
                            oldestAncestorTime,
                            creationTime,
                            tailSize));
        } catch (IllegalArgumentException e) {
            throw new MalformedEditException(at, "file " + number + ": " + e.getMessage());
        }
    }

    private void fields() throws MalformedEditException, UnsupportedEditException {
        int at = bytes.offset();
        for (int tag = bytes.small("tag of a file"); tag != EditTag.OfFile.END; tag = bytes.small("tag of a file")) {
            field(tag, bytes.part("file field with tag " + tag), at);
            at = bytes.offset();
        }
    }

    private void field(int tag, EditBytes body, int at) throws MalformedEditException, UnsupportedEditException {
        switch (tag) {
            case EditTag.OfFile.MIN_LOG_TO_KEEP -> edit.minLogToKeep(body.fixed64("min log to keep"));
            case EditTag.OfFile.OLDEST_BLOB_FILE -> throw new UnsupportedEditException(at, "blob files");
            case EditTag.OfFile.OLDEST_ANCESTOR_TIME -> oldestAncestorTime = body.number("oldest ancestor time");
            case EditTag.OfFile.CREATION_TIME -> creationTime = body.number("creation time");
            case EditTag.OfFile.MIN_TIMESTAMP, EditTag.OfFile.MAX_TIMESTAMP -> {
                if (body.hasMore()) {
                    throw new UnsupportedEditException(at, "user timestamps");
                }
            }
            case EditTag.OfFile.EPOCH -> epoch = body.number("epoch");
            case EditTag.OfFile.TAIL_SIZE -> tailSize = body.number("tail size");
            case EditTag.OfFile.TIMESTAMPS_PERSISTED -> EditDecoder.checkPersisted(body, at);
            case EditTag.OfFile.PATH -> {
                for (byte path : body.copy().array()) {
                    checkPath(path, at);
                }
            }
            default -> {
                if ((tag & EditTag.OfFile.NOT_IGNORABLE) != 0) {
                    throw new UnsupportedEditException(at, "a file field with unknown tag " + tag);
                }
            }
        }
    }

    private static void checkPath(int path, int at) throws UnsupportedEditException {
        if (path != 0) {
            throw new UnsupportedEditException(at, "files in a separate directory, path " + path);
        }
    }
}
