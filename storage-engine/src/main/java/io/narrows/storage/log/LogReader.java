package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.Slice;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the records of a log, from the first to the last. It reads what RocksDB writes: with short headers or such for
 * files that are used again, compressed or not. For one thread.
 */
public final class LogReader implements Closeable {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Bytes of a family's id and of the size of its timestamps. */
    private static final int TIMESTAMP_SIZE = 6;

    private final Path file;
    private final Fragments fragments;
    private final RecordBuffer partial = new RecordBuffer();

    /** Whether the fragments of a record have begun, but not ended. */
    private boolean within;

    private long recordOffset;
    private ZstdRecords compression;
    private Predecessor predecessor;
    private Tail tail;
    private CorruptLogException damage;

    private LogReader(Path file, Fragments fragments) {
        this.file = file;
        this.fragments = fragments;
    }

    /**
     * Opens a log.
     *
     * @param number of the log, 0 for a MANIFEST: records of another one end it, where files are used again
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
     * The next record, a view until the next call; null at the end, when {@link #tail} says how the log ends.
     *
     * @throws CorruptLogException when the log is damaged here; each further call throws it again
     * @throws UnsupportedLogException when it has user timestamps, or is compressed in an unknown way
     */
    public Slice next() throws IOException {
        if (damage != null) {
            throw damage;
        }
        try {
            Slice record = tail == null ? read() : null;
            return record == null || compression == null ? record : decompress(record);
        } catch (CorruptLogException e) {
            damage = e;
            throw e;
        }
    }

    private Slice read() throws IOException {
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
        // an old LevelDB left a first fragment without bytes at the end of a block, and began again in the next
        if (within && partial.length() > 0) {
            throw fragments.corrupt(recordOffset, "a record that does not end", true);
        }
        within = true;
        partial.clear();
        recordOffset = fragments.offset();
    }

    private void append() throws IOException {
        if (!within) {
            throw fragments.corruptHere("a record whose beginning is missing");
        }
        partial.append(fragments.array(), fragments.payloadAt(), fragments.length());
    }

    /** Fragments that say something of the log. They stand between records. */
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
                    throw fragments.corruptHere("a record of the unknown type " + fragments.type());
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
            throw fragments.corruptHere("a record that says how the log is compressed, but is not the first");
        }
        if (type != ZstdRecords.TYPE) {
            throw new UnsupportedLogException(file, 0, "a log that is compressed with type " + type);
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

    private Slice decompress(Slice record) throws IOException {
        try {
            return compression.decompress(record);
        } catch (IOException e) {
            throw fragments.corruptHere("a record that does not decompress: " + e.getMessage());
        }
    }

    /** Where the record begins that {@link #next} gave last, in bytes from the start of the file. */
    public long recordOffset() {
        return recordOffset;
    }

    /** What the log says of the one before it, once the first record is read. */
    public Optional<Predecessor> predecessor() {
        return Optional.ofNullable(predecessor);
    }

    /**
     * How the log ends.
     *
     * @throws IllegalStateException while {@link #next} has not returned null
     */
    public Tail tail() {
        if (tail == null) {
            throw new IllegalStateException(file + " is not read to its end");
        }
        return tail;
    }

    @Override
    public void close() throws IOException {
        fragments.close();
    }
}
