package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.IOException;

/**
 * The family {@code latest} disagrees with the family {@code keys}. The message names the first key that differs, and a remedy.
 */
public final class CorruptLatestException extends IOException {
    private static final long serialVersionUID = 1L;

    private CorruptLatestException(ByteString key, String found, String expected) {
        super("the family latest has " + found + " for key " + TextFormat.escapeBytes(key) + " (expected: " + expected
                + "). Replace this member: run member remove and member add, delete its data directory, and start it as a"
                + " joining member");
    }

    static CorruptLatestException missing(ByteString key, long expected) {
        return new CorruptLatestException(key, "no revision", Long.toString(expected));
    }

    static CorruptLatestException extra(ByteString key, long found) {
        return new CorruptLatestException(key, "revision " + found, "none, since the key does not exist");
    }

    static CorruptLatestException notARevision(ByteString key, int bytes) {
        return new CorruptLatestException(key, bytes + " bytes", "a revision of " + Long.BYTES + " bytes");
    }

    static CorruptLatestException differs(ByteString key, long found, long expected) {
        return new CorruptLatestException(key, "revision " + found, Long.toString(expected));
    }
}
