package io.narrows.storage.db.interop.forge;

/** Write batches in log format, whose entries may be any bytes. */
final class ForgedBatch {
    private static final int PUT_IN_FAMILY = 5;
    private static final int DELETE = 0;
    private static final int PUT = 1;

    private ForgedBatch() {}

    static byte[] of(long sequence, int count, byte[]... entries) {
        Bytes bytes = new Bytes().fixed64(sequence).fixed32(count);
        for (byte[] entry : entries) {
            bytes.raw(entry);
        }
        return bytes.toByteArray();
    }

    static byte[] put(String key, String value) {
        return new Bytes().raw(PUT).counted(key).counted(value).toByteArray();
    }

    static byte[] put(int family, String key, String value) {
        return new Bytes()
                .raw(PUT_IN_FAMILY)
                .varint(family)
                .counted(key)
                .counted(value)
                .toByteArray();
    }

    static byte[] delete(String key) {
        return new Bytes().raw(DELETE).counted(key).toByteArray();
    }

    /** Returns an entry that consists of a tag and texts only. */
    static byte[] entry(int tag, String... texts) {
        Bytes bytes = new Bytes().raw(tag);
        for (String text : texts) {
            bytes.counted(text);
        }
        return bytes.toByteArray();
    }
}
