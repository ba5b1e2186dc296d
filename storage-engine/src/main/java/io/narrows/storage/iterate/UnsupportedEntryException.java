package io.narrows.storage.iterate;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.io.IOException;

/** Thrown when a read needs an entry of a type that this engine does not support. */
public final class UnsupportedEntryException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param type id of the type, 0 to 255 */
    public UnsupportedEntryException(int type, Slice userKey, long sequence) {
        super("an entry of type " + name(type) + " with key " + userKey + " and sequence number " + sequence
                + " (expected: PUT, DELETE or SINGLE_DELETE)");
    }

    private static String name(int id) {
        for (EntryType type : EntryType.values()) {
            if (type.id() == id) {
                return type.name();
            }
        }
        return "0x%02x".formatted(id);
    }
}
