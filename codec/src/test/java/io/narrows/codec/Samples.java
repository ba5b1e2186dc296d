package io.narrows.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Reads of recorded connections, and synthetic ones for edge cases. */
final class Samples {
    private Samples() {}

    /** Returns an etcd leader's traffic to a follower, one array per read. */
    static List<byte[]> etcd() {
        return reads("etcd-replication.trace");
    }

    /** Returns the write-ahead log sent by a PostgreSQL primary, one array per read. */
    static List<byte[]> postgres() {
        return reads("pg-wal.trace");
    }

    /** Joins all reads. */
    static byte[] joined(List<byte[]> reads, int length) {
        ByteBuffer all =
                ByteBuffer.allocate(reads.stream().mapToInt(read -> read.length).sum());
        reads.forEach(all::put);
        byte[] head = new byte[length];
        all.flip().get(head);
        return head;
    }

    static byte[] noise(long seed, int length) {
        byte[] noise = new byte[length];
        new Random(seed).nextBytes(noise);
        return noise;
    }

    /** Parses records of {@code u64 nanoseconds, u32 length, bytes}, little-endian. */
    private static List<byte[]> reads(String resource) {
        try (InputStream in = Samples.class.getResourceAsStream(resource)) {
            ByteBuffer records = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            List<byte[]> reads = new ArrayList<>();
            while (records.hasRemaining()) {
                records.getLong();
                byte[] read = new byte[records.getInt()];
                records.get(read);
                reads.add(read);
            }
            return reads;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
