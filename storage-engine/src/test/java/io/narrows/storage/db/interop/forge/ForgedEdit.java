package io.narrows.storage.db.interop.forge;

import java.util.ArrayList;
import java.util.List;

/** An edit of a MANIFEST, field by field. Immutable. */
record ForgedEdit(List<Field> fields) {
    static final ForgedEdit EMPTY = new ForgedEdit(List.of());

    static final int COMPARATOR = 1;
    static final int LOG_NUMBER = 2;
    static final int NEXT_FILE = 3;
    static final int LAST_SEQUENCE = 4;
    static final int DELETED_FILE = 6;
    static final int PREVIOUS_LOG = 9;
    static final int MIN_LOG = 10;
    static final int FILE_V2 = 100;
    static final int FILE_V4 = 103;
    static final int FAMILY = 200;
    static final int FAMILY_ADD = 201;
    static final int FAMILY_DROP = 202;
    static final int MAX_FAMILY = 203;
    static final int ATOMIC_GROUP = 300;
    static final int BLOB_FILE = 400;
    static final int DB_ID = 8193;
    static final int HISTORY_LOW = 8198;
    static final int LOG_ADDED = 8199;
    static final int TIMESTAMPS_PERSISTED = 8201;

    record Field(int tag, byte[] body) {}

    ForgedEdit with(int tag, byte[] body) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(tag, body));
        return new ForgedEdit(List.copyOf(more));
    }

    ForgedEdit with(int tag, long value) {
        return with(tag, new Bytes().varint(value).toByteArray());
    }

    ForgedEdit with(int tag, String text) {
        return with(tag, new Bytes().counted(text).toByteArray());
    }

    ForgedEdit without(int tag) {
        return new ForgedEdit(fields.stream().filter(field -> field.tag != tag).toList());
    }

    byte[] encode() {
        Bytes bytes = new Bytes();
        fields.forEach(field -> bytes.varint(field.tag).raw(field.body));
        return bytes.toByteArray();
    }
}
