package io.narrows.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * One direction of a connection: records that one end writes, each at its time, and that the other end compares and times.
 * One thread writes, another one reads; neither allocates memory.
 */
final class Lane {
    private static final VarHandle WRITTEN;
    private static final VarHandle HEARD;
    private static final int READ_BYTES = 1 << 17;
    /** Maximum recorded delay, longer than any tunnel should take; longer ones count as this. */
    private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    static {
        try {
            WRITTEN = MethodHandles.lookup().findVarHandle(Lane.class, "written", int.class);
            HEARD = MethodHandles.lookup().findVarHandle(Lane.class, "heard", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ByteBuffer content;
    private final long[] times;
    private final int[] ends;
    private final long[] writtenAt;
    private final Histogram delays = histogram();
    private int written; // by WRITTEN, which publishes writtenAt of these records
    private int heard; // by HEARD: number of records read
    private long mismatches;

    /**
     * @param content all records, one after another
     * @param times of each record, in nanoseconds since the beginning
     * @param ends end offset of each record in the content
     */
    Lane(byte[] content, long[] times, int[] ends) {
        this.content = ByteBuffer.allocateDirect(content.length).put(content).flip();
        this.times = times;
        this.ends = ends;
        this.writtenAt = new long[ends.length];
    }

    static Histogram histogram() {
        return new Histogram(HIGHEST_NANOS, 3);
    }

    /**
     * Writes every record with one write each.
     *
     * @param beginning in {@link System#nanoTime}
     * @param paced whether each record waits for its time
     */
    Void write(ByteChannel to, long beginning, boolean paced) throws IOException {
        return write(to, beginning, paced, List.of());
    }

    /**
     * Writes every record like {@link #write(ByteChannel, long, boolean)}, but only after everything sent to the writer
     * before it has been read. A database does not reply to data that has not arrived, even if the path is slower than during
     * the recording.
     *
     * @param answered the lanes toward the writer
     */
    Void write(ByteChannel to, long beginning, boolean paced, List<Lane> answered) throws IOException {
        ByteBuffer rest = content.duplicate();
        for (int i = 0; i < ends.length; i++) {
            if (paced) {
                parkUntil(beginning + times[i]);
            }
            for (Lane lane : answered) {
                lane.awaitHeardBefore(times[i]);
            }
            writtenAt[i] = System.nanoTime();
            WRITTEN.setRelease(this, i + 1);
            rest.limit(ends[i]);
            Messages.writeAll(to, rest);
        }
        return null;
    }

    private static void parkUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void awaitHeardBefore(long time) throws IOException {
        long deadline = System.nanoTime() + HIGHEST_NANOS;
        for (int at = (int) HEARD.getAcquire(this); at < times.length && times[at] < time; ) {
            if (System.nanoTime() > deadline) {
                throw new IOException("record %d of %d was not read within a minute".formatted(at, times.length));
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            at = (int) HEARD.getAcquire(this);
        }
    }

    /**
     * Reads all records, however long that takes.
     *
     * @throws EOFException if the connection ends early
     */
    Void read(ByteChannel from) throws IOException {
        ByteBuffer heard = ByteBuffer.allocateDirect(READ_BYTES);
        ByteBuffer expected = content.duplicate();
        int timed = 0;
        while (expected.position() < content.limit()) {
            if (from.read(heard.clear()) < 0) {
                throw new EOFException("after %d of %d bytes".formatted(expected.position(), content.limit()));
            }
            long now = System.nanoTime();
            compare(heard.flip(), expected);
            int known = (int) WRITTEN.getAcquire(this);
            for (; timed < known && ends[timed] <= expected.position(); timed++) {
                delays.recordValue(Math.min(now - writtenAt[timed], HIGHEST_NANOS));
            }
            HEARD.setRelease(this, timed);
        }
        return null;
    }

    private void compare(ByteBuffer heard, ByteBuffer expected) {
        int end = Math.min(expected.position() + heard.remaining(), content.limit());
        int surplus = heard.remaining() - (end - expected.position());
        heard.limit(heard.limit() - surplus);
        expected.limit(end);
        mismatches += surplus + (heard.equals(expected) ? 0 : 1);
        expected.position(end);
    }

    int bytes() {
        return content.limit();
    }

    /**
     * Returns the delays from the start of each record's write to the read of its last byte; call after both threads are
     * done.
     */
    Histogram delays() {
        return delays;
    }

    /** Returns the number of reads with other data, and of excess bytes; call after both threads are done. */
    long mismatches() {
        return mismatches;
    }
}
