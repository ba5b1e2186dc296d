package io.narrows.bench.raft.jraft;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * A file of the log.
 *
 * <pre>
 *   record: magic u32, length u32 of what follows the sum, CRC-32C u32 of index and what follows; kind u8, term u64, data
 * </pre>
 */
final class LogSegment {
    private static final int MAGIC = 0x6e4c6f67;
    private static final int HEADER = 12;
    private static final int PAGE = 4096;
    /** Zeros are written ahead, so that a force does not change the length of the file. */
    private static final int AHEAD = 4 << 20;

    private final Path file;
    private final FileChannel channel;
    private final long first;
    private final int maxBytes;
    private int count;
    private int[] positions = new int[1024];
    private long[] terms = new long[1024];
    private boolean[] configurations = new boolean[1024];
    private int end;
    private int allocated;

    private LogSegment(Path file, FileChannel channel, long first, int maxBytes) {
        this.file = file;
        this.channel = channel;
        this.first = first;
        this.maxBytes = maxBytes;
    }

    static LogSegment create(Path directory, long first, int maxBytes) throws IOException {
        Path file = directory.resolve(String.format("%020d.log", first));
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        LogSegment made = new LogSegment(file, channel, first, maxBytes);
        made.allocate(AHEAD);
        force(directory);
        return made;
    }

    static LogSegment open(Path file, boolean last) throws IOException {
        String name = file.getFileName().toString();
        long first = Long.parseLong(name.substring(0, name.length() - 4));
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        LogSegment segment = new LogSegment(file, channel, first, SegmentedLog.SEGMENT_BYTES);
        segment.scan(last);
        return segment;
    }

    /** Writes behind the last entry what a power cut may leave of the next: pages of it are missing. */
    static void tear(Path file, Random random) throws IOException {
        LogSegment segment = open(file, true);
        byte[] data = new byte[random.nextInt(64 << 10) + 5000];
        random.nextBytes(data);
        Batch batch = segment.batch();
        ByteBuffer record = batch.add(ByteBuffer.allocate(data.length + 100), (byte) 0, 1, ByteBuffer.wrap(data));
        record.flip();
        byte[] pages = new byte[record.remaining()];
        record.get(pages);
        int lost = random.nextInt(pages.length / PAGE + 1);
        for (int page = 0; page * PAGE < pages.length; page++) {
            if (page == lost || random.nextBoolean()) {
                Arrays.fill(pages, page * PAGE, Math.min(pages.length, (page + 1) * PAGE), (byte) 0);
            }
        }
        segment.channel.write(ByteBuffer.wrap(pages), segment.end);
        segment.close();
    }

    private void scan(boolean last) throws IOException {
        byte[] all = Files.readAllBytes(file);
        allocated = all.length;
        ByteBuffer data = ByteBuffer.wrap(all);
        int at = 0;
        while (isValid(data, at, next())) {
            int length = data.getInt(at + 4);
            note(at, data.getLong(at + HEADER + 1), data.get(at + HEADER) == 1);
            at += HEADER + length;
        }
        end = at;
        boolean blank = true;
        for (int i = at; i < all.length && blank; i++) {
            blank = all[i] == 0;
        }
        if (blank) {
            return;
        }
        for (int i = at + 1; i + HEADER < all.length; i++) {
            if (data.getInt(i) == MAGIC) {
                for (long index = next(); index < next() + 4096; index++) {
                    if (isValid(data, i, index)) {
                        throw new IOException(file + " is damaged at " + at + ", and a valid entry follows at " + i);
                    }
                }
            }
        }
        if (!last) {
            throw new IOException(file + " is damaged at " + at + ", and other files follow");
        }
        org.slf4j.LoggerFactory.getLogger(LogSegment.class)
                .warn("{}: cut at {}, behind entry {}", file, at, next() - 1);
        cut(next());
    }

    private static boolean isValid(ByteBuffer data, int at, long index) {
        if (at + HEADER > data.capacity() || data.getInt(at) != MAGIC) {
            return false;
        }
        int length = data.getInt(at + 4);
        if (length < 9 || length > data.capacity() - at - HEADER) {
            return false;
        }
        return data.getInt(at + 8)
                == sum(index, data.duplicate().position(at + HEADER).limit(at + HEADER + length));
    }

    private static int sum(long index, ByteBuffer rest) {
        CRC32C crc = new CRC32C();
        for (int shift = 0; shift < 64; shift += 8) {
            crc.update((int) (index >>> shift) & 0xff);
        }
        crc.update(rest);
        return (int) crc.getValue();
    }

    private void note(int position, long term, boolean configuration) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, count * 2);
            terms = Arrays.copyOf(terms, count * 2);
            configurations = Arrays.copyOf(configurations, count * 2);
        }
        positions[count] = position;
        terms[count] = term;
        configurations[count] = configuration;
        count++;
    }

    long first() {
        return first;
    }

    long next() {
        return first + count;
    }

    boolean isFull() {
        return end >= maxBytes;
    }

    boolean isConfiguration(long index) {
        return configurations[(int) (index - first)];
    }

    long term(long index) {
        return terms[(int) (index - first)];
    }

    /** Kind, term and data. */
    byte[] read(long index) throws IOException {
        int i = (int) (index - first);
        int to = i + 1 < count ? positions[i + 1] : end;
        ByteBuffer record = ByteBuffer.allocate(to - positions[i]);
        while (record.hasRemaining()) {
            if (channel.read(record, positions[i] + (long) record.position()) < 0) {
                throw new EOFException(file.toString());
            }
        }
        if (!isValid(record, 0, index)) {
            throw new IOException(file + ": entry " + index + " is damaged");
        }
        return Arrays.copyOfRange(record.array(), HEADER, record.capacity());
    }

    Batch batch() {
        return new Batch(next());
    }

    /** Writes and forces. */
    void write(ByteBuffer records) throws IOException {
        int size = records.remaining();
        if (end + size > allocated) {
            allocate(end + Math.max(size, AHEAD));
        }
        while (records.hasRemaining()) {
            channel.write(records, end + (long) (records.position()));
        }
        channel.force(false);
    }

    private void allocate(int to) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(64 << 10);
        for (int at = allocated; at < to; ) {
            zeros.clear().limit(Math.min(zeros.capacity(), to - at));
            at += channel.write(zeros, at);
        }
        channel.force(true);
        allocated = to;
    }

    void show(Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            note(end + batch.positions[i], batch.terms[i], batch.configurations[i]);
        }
        end += batch.size;
    }

    /** Drops entries from an index on. */
    void cut(long from) throws IOException {
        if (from < next()) {
            count = (int) (from - first);
            end = positions[count];
        }
        channel.truncate(end);
        allocated = end;
        allocate(end + AHEAD);
    }

    void close() throws IOException {
        channel.close();
    }

    void delete() throws IOException {
        channel.close();
        Files.delete(file);
        force(file.getParent());
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel opened = FileChannel.open(directory)) {
            opened.force(true);
        }
    }

    /** Records on their way into the file. */
    static final class Batch {
        private final long firstIndex;
        private int count;
        private int size;
        private int[] positions = new int[8];
        private long[] terms = new long[8];
        private boolean[] configurations = new boolean[8];

        Batch(long firstIndex) {
            this.firstIndex = firstIndex;
        }

        /** Returns the buffer, or a larger one with its contents. */
        ByteBuffer add(ByteBuffer to, byte kind, long term, ByteBuffer data) {
            int length = 9 + data.remaining();
            ByteBuffer buffer = to;
            if (buffer.remaining() < HEADER + length) {
                buffer =
                        ByteBuffer.allocateDirect(Math.max(buffer.capacity() * 2, buffer.position() + HEADER + length));
                buffer.put(to.flip());
            }
            if (count == positions.length) {
                positions = Arrays.copyOf(positions, count * 2);
                terms = Arrays.copyOf(terms, count * 2);
                configurations = Arrays.copyOf(configurations, count * 2);
            }
            int at = buffer.position();
            positions[count] = at;
            terms[count] = term;
            configurations[count] = kind == 1;
            buffer.putInt(MAGIC)
                    .putInt(length)
                    .putInt(0)
                    .put(kind)
                    .putLong(term)
                    .put(data);
            buffer.putInt(
                    at + 8,
                    sum(
                            firstIndex + count,
                            buffer.duplicate().position(at + HEADER).limit(at + HEADER + length)));
            count++;
            size = buffer.position();
            return buffer;
        }
    }
}
