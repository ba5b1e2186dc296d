package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * Writes a file that bbolt opens, from buckets and keys in order; what is in memory does not grow with them. One thread.
 *
 * <pre>
 *   page 0   1      2           3 ...                                          last
 *   +------+------+-----------+-----------------------------+-----------+-----+-------------------+
 *   | meta | meta | free list | first bucket:               | second    | ... | bucket of buckets |
 *   |      |      | (empty)   | leaves, branches behind     | bucket    |     | name -> page of   |
 *   |      |      |           | their children, its root    |           |     | the bucket's root |
 *   +------+------+-----------+-----------------------------+-----------+-----+-------------------+
 *      |      |                                                               ^
 *      '------'---------------------------------------------------------------'  written last
 * </pre>
 *
 * Buckets up to a quarter of a page lie inside the bucket of buckets. Without its metas the file is none, so one that was not finished is
 * never taken for one that was. {@link PageLayout} and {@link Meta} have the bytes.
 */
final class BoltWriter {
    private static final long FREE_LIST_PAGE = 2;

    private final PageFile file;
    private final TreeWriter buckets;
    private byte[] name;
    private TreeWriter bucket;

    private BoltWriter(PageFile file) {
        this.file = file;
        this.buckets = new TreeWriter(file);
    }

    /** @param channel of an empty file, at its start; stays open */
    static BoltWriter begin(FileChannel channel) throws IOException {
        BoltWriter writer = new BoltWriter(new PageFile(channel));
        writer.file.add(emptyPage(0)); // in place of the metas
        writer.file.add(emptyPage(0));
        writer.file.add(emptyPage(PageLayout.FREELIST));
        return writer;
    }

    /**
     * Begins a bucket; the one before is whole.
     *
     * @throws IllegalArgumentException when its name, in UTF-8, does not come behind the one before
     */
    void bucket(String name) throws IOException {
        endBucket();
        this.name = name.getBytes(StandardCharsets.UTF_8);
        bucket = new TreeWriter(file);
    }

    /**
     * Adds a key to the bucket. The arrays must not change any more.
     *
     * @throws IllegalArgumentException when the key is empty or longer than 32,768 bytes or does not come behind the one before, byte by
     *     byte and unsigned, or the value is larger than nearly 64 MiB
     */
    void put(byte[] key, byte[] value) throws IOException {
        bucket.add(0, key, value);
    }

    /** Writes the rest and the metas. It is for the caller to force the file to the disk. */
    void finish() throws IOException {
        endBucket();
        long root = buckets.finish();
        file.flush();
        for (long transaction = 0; transaction < 2; transaction++) {
            Meta meta = new Meta(PageLayout.PAGE_SIZE, root, FREE_LIST_PAGE, file.pages(), transaction);
            file.replace(transaction, meta.encode());
        }
    }

    private void endBucket() throws IOException {
        if (bucket != null) {
            buckets.add(PageLayout.BUCKET, name, bucket.finishBucket());
        }
    }

    private static ByteBuffer emptyPage(int flags) {
        return ByteBuffer.allocate(PageLayout.PAGE_SIZE)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort(PageLayout.FLAGS, (short) flags);
    }
}
