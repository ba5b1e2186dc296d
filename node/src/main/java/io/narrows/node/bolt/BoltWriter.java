package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a bbolt file from sorted buckets and keys, in constant memory. Not thread-safe.
 *
 * <pre>
 *   page 0   1      2           3 ...                                          last
 *   +------+------+-----------+-----------------------------+-----------+-----+-------------------+
 *   | meta | meta | free list | first bucket:               | second    | ... | bucket of buckets |
 *   |      |      | (empty)   | leaves, branches after      | bucket    |     | name -> page of   |
 *   |      |      |           | their children, its root    |           |     | the bucket's root |
 *   +------+------+-----------+-----------------------------+-----------+-----+-------------------+
 *      |      |                                                               ^
 *      '------'---------------------------------------------------------------'  written last
 * </pre>
 *
 * Buckets of up to a quarter page are inlined in the bucket of buckets. The file is invalid until its metas are
 * written, so an unfinished file is never mistaken for a complete one. {@link PageLayout} and {@link Meta} describe the
 * bytes.
 */
final class BoltWriter {
    private static final long FREE_LIST_PAGE = 2;

    private final PageFile file;
    private final TreeWriter buckets;
    private byte[] name = {};
    private @Nullable TreeWriter bucket;

    private BoltWriter(PageFile file) {
        this.file = file;
        this.buckets = new TreeWriter(file);
    }

    /** @param channel an empty file at position 0; stays open */
    static BoltWriter begin(FileChannel channel) throws IOException {
        BoltWriter writer = new BoltWriter(new PageFile(channel));
        writer.file.add(emptyPage(0)); // placeholders for the metas
        writer.file.add(emptyPage(0));
        writer.file.add(emptyPage(PageLayout.FREELIST));
        return writer;
    }

    /**
     * Starts a bucket; the previous one is complete.
     *
     * @throws IllegalArgumentException unless the name, in UTF-8, sorts after the previous one
     */
    void bucket(String name) throws IOException {
        endBucket();
        this.name = name.getBytes(StandardCharsets.UTF_8);
        bucket = new TreeWriter(file);
    }

    /**
     * Adds a key to the bucket. The arrays must not be modified afterward.
     *
     * @throws IllegalArgumentException if the key is empty, longer than 32,768 bytes or does not sort (unsigned bytes) after
     *     the previous one, or if the value is larger than nearly 64 MiB
     */
    void put(byte[] key, byte[] value) throws IOException {
        Objects.requireNonNull(bucket, "no bucket yet").add(0, key, value);
    }

    /** Writes the remaining pages and the metas. The caller must force the file to disk. */
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
