package io.narrows.storage.log;

import io.narrows.storage.Slice;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a log from first to last. Supports everything that RocksDB writes: short headers and those of
 * recycled files, compressed or not. Not thread-safe.
 */
public final class LogReader implements Closeable {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Size of an entry of a family's id and its timestamp size, in bytes. */
    private static final int TIMESTAMP_SIZE = 6;

    private final Path file;
    private final Fragments fragments;
    private final RecordBuffer partial = new RecordBuffer();

    /** Whether the current record has begun, but not ended. */
    private boolean within;

    private long recordOffset;
    private @Nullable ZstdRecords compression;
    private @Nullable Predecessor predecessor;
    private @Nullable Tail tail;
    private @Nullable CorruptLogException damage;

    private LogReader(Path file, Fragments fragments) {
        this.file = file;
        this.fragments = fragments;
    }

    /**
     * Opens a log.
     *
     * @param number of the log, 0 for a MANIFEST: in a recycled file, a record of another log marks the end
     */
    public static LogReader open(Path file, long number) throws IOException {
        InterruptSafeFile opened = InterruptSafeFile.open(file);
        try {
            return new LogReader(file, new Fragments(new LogBlocks(opened), number));
        } catch (IOException | RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Returns the next record, a view valid until the next call; null at the end, when {@link #tail} is set.
     *
     * @throws CorruptLogException if the log is damaged here; each further call throws it again
     * @throws UnsupportedLogException if it has user timestamps, or unknown compression
     */
    public @Nullable Slice next() throws IOException {
        if (damage != null) {
            throw damage;
        }
        try {
            Slice record = tail == null ? read() : null;
            return record == null || compression == null ? record : decompress(compression, record);
        } catch (CorruptLogException e) {
            damage = e;
            throw e;
        }
    }

    private @Nullable Slice read() throws IOException {
        while (fragments.advance()) {
            switch (fragments.type()) {
                case RecordType.FULL -> {
                    begin();
                    within = false;
                    return new Slice(fragments.array(), fragments.payloadAt(), fragments.length());
                }
                case RecordType.FIRST -> {
                    begin();
                    append();
                }
                case RecordType.MIDDLE -> append();
                case RecordType.LAST -> {
                    append();
                    within = false;
                    return partial.bytes();
                }
                default -> meta();
            }
        }
        tail = within ? Tail.torn(recordOffset, fragments.size()) : fragments.tail();
        return null;
    }

    private void begin() throws CorruptLogException {
        // an old LevelDB could leave an empty first fragment at the end of a block, and begin again in the next
        if (within && partial.length() > 0) {
            throw fragments.corrupt(recordOffset, "a record without its last fragment", true);
        }
        within = true;
        partial.clear();
        recordOffset = fragments.offset();
    }

    private void append() throws IOException {
        if (!within) {
            throw fragments.corruptHere("a record without its first fragment");
        }
        partial.append(fragments.array(), fragments.payloadAt(), fragments.length());
    }

    /** Reads fragments with metadata of the log. They occur between records. */
    private void meta() throws IOException {
        byte[] array = fragments.array();
        int at = fragments.payloadAt();
        switch (fragments.type()) {
            case RecordType.COMPRESSION -> {
                checkLength(Integer.BYTES);
                setCompression((int) INTS.get(array, at));
            }
            case RecordType.TIMESTAMP_SIZES -> refuseTimestamps(Arrays.copyOfRange(array, at, at + fragments.length()));
            case RecordType.PREDECESSOR -> {
                checkLength(3 * Long.BYTES);
                predecessor =
                        new Predecessor((long) LONGS.get(array, at), (long) LONGS.get(array, at + Long.BYTES), (long)
                                LONGS.get(array, at + 2 * Long.BYTES));
            }
            default -> {
                if (!RecordType.isIgnorable(fragments.type())) {
                    throw fragments.corruptHere("a record of unknown type " + fragments.type());
                }
            }
        }
    }

    private void checkLength(int expected) throws IOException {
        if (fragments.length() != expected) {
            throw fragments.corruptHere("a record of type " + fragments.type() + " with " + fragments.length()
                    + " bytes (expected: " + expected + ")");
        }
    }

    private void setCompression(int type) throws IOException {
        if (fragments.offset() != 0) {
            throw fragments.corruptHere("a compression record that is not the first record of the log");
        }
        if (type != ZstdRecords.TYPE) {
            throw new UnsupportedLogException(file, 0, "a log compressed with type " + type);
        }
        compression = new ZstdRecords();
    }

    private void refuseTimestamps(byte[] sizes) throws UnsupportedLogException {
        for (int at = TIMESTAMP_SIZE; at <= sizes.length; at += TIMESTAMP_SIZE) {
            if (sizes[at - 1] != 0 || sizes[at - 2] != 0) {
                throw new UnsupportedLogException(file, fragments.offset(), "user timestamps");
            }
        }
    }

    private Slice decompress(ZstdRecords compression, Slice record) throws IOException {
        try {
            return compression.decompress(record);
        } catch (IOException e) {
            throw fragments.corruptHere("a record that cannot be decompressed: " + e.getMessage());
        }
    }

    /** Returns the start of the record that {@link #next} returned last, in bytes from the start of the file. */
    public long recordOffset() {
        return recordOffset;
    }

    /** Returns the information about the preceding log, if any; known once the first record is read. */
    public Optional<Predecessor> predecessor() {
        return Optional.ofNullable(predecessor);
    }

    /**
     * Returns how the log ends.
     *
     * @throws IllegalStateException if {@link #next} has not returned null yet
     */
    public Tail tail() {
        if (tail == null) {
            throw new IllegalStateException(file + " has not been read to its end");
        }
        return tail;
    }

    @Override
    public void close() throws IOException {
        fragments.close();
    }
}
