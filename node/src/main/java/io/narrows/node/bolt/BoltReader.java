package io.narrows.node.bolt;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a bbolt file of any page size while it is not being written. The file is not trusted: its contents are checked
 * before use. {@link BoltWriter} describes the layout. Not thread-safe.
 */
final class BoltReader {
    private final InterruptSafeFile file;
    private final Meta meta;
    private final long metaOffset;

    private BoltReader(InterruptSafeFile file, FoundMeta found) {
        this.file = file;
        this.meta = found.meta();
        this.metaOffset = found.offset();
    }

    /** @param offset file offset of the meta */
    private record FoundMeta(Meta meta, long offset) {}

    /**
     * Opens a database.
     *
     * @param file stays open
     * @param length size of the database in the file, in bytes
     * @throws CorruptBoltException if the database has no valid meta or is shorter than its meta states
     */
    static BoltReader open(InterruptSafeFile file, long length) throws IOException {
        FoundMeta found = newest(file, length);
        Meta meta = found.meta();
        long most = Math.min(length / meta.pageSize(), Integer.MAX_VALUE);
        if (meta.pages() < 0 || meta.pages() > most) {
            throw new CorruptBoltException(
                    file.path(),
                    found.offset(),
                    "database of " + Long.toUnsignedString(meta.pages()) + " pages of " + meta.pageSize()
                            + " bytes (expected: 0-" + most + ", for a file of " + length + " bytes)");
        }
        return new BoltReader(file, found);
    }

    Meta meta() {
        return meta;
    }

    /** Returns a cursor before the first bucket. */
    BoltCursor buckets() throws IOException {
        return BoltCursor.at(new Pages(file, meta.pageSize(), meta.pages()), meta.root(), metaOffset + Meta.ROOT_AT);
    }

    /** Returns a cursor before the first entry of a top-level bucket; empty if there is none of that name. */
    Optional<BoltCursor> bucket(String name) throws IOException {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        BoltCursor buckets = buckets();
        while (buckets.next()) {
            if (Arrays.equals(buckets.key(), key)) {
                return Optional.of(buckets.bucket());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the valid meta of the latest transaction. The first meta, if valid, determines the offset of the second.
     */
    private static FoundMeta newest(InterruptSafeFile file, long length) throws IOException {
        ByteBuffer page = page(file, 0, length);
        String problem = Meta.problem(page);
        if (!problem.isEmpty()) {
            return second(file, length)
                    .orElseThrow(() -> new CorruptBoltException(
                            file.path(),
                            0,
                            "not a bbolt database, or both meta pages are damaged; the first one has " + problem));
        }
        FoundMeta first = new FoundMeta(Meta.decode(page), 0);
        return at(first.meta().pageSize(), file, length)
                .filter(second -> second.meta().transaction() > first.meta().transaction())
                .orElse(first);
    }

    /** Finds the second meta of a file whose first meta does not reveal the page size. */
    private static Optional<FoundMeta> second(InterruptSafeFile file, long length) throws IOException {
        for (int pageSize = Meta.MIN_PAGE_SIZE; pageSize <= Meta.MAX_PAGE_SIZE; pageSize *= 2) {
            Optional<FoundMeta> found = at(pageSize, file, length);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<FoundMeta> at(int pageSize, InterruptSafeFile file, long length) throws IOException {
        ByteBuffer page = page(file, pageSize, length);
        if (!Meta.problem(page).isEmpty() || Meta.decode(page).pageSize() != pageSize) {
            return Optional.empty();
        }
        return Optional.of(new FoundMeta(Meta.decode(page), pageSize));
    }

    /** Reads the part of a page that holds a meta, padded with zeros beyond the end of the database. */
    private static ByteBuffer page(InterruptSafeFile file, long offset, long length) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(Meta.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        file.read(page.limit((int) Math.max(0, Math.min(Meta.LENGTH, length - offset))), offset);
        return page.clear();
    }
}
