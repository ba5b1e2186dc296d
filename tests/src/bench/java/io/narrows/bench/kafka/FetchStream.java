package io.narrows.bench.kafka;

import io.narrows.tests.kafka.OrderLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;

/**
 * Responses to the fetches of a follower, each with one batch of orders, whose sizes before compression are 16, 64 and 256 KiB in
 * turn. Orders never repeat.
 *
 * @param content all responses, one after another
 * @param ends end offset of each response in the content
 */
public record FetchStream(byte[] content, int[] ends) {
    private static final int[] BATCH_BYTES = {16 << 10, 64 << 10, 256 << 10};
    /** The bytes of a response with one partition before its batch, from its length on. */
    private static final int RESPONSE_HEADER = 66;

    private static final int BATCH_HEADER = 61;
    private static final int ATTRIBUTES_AT = 21;
    private static final byte FORMAT = 2;

    /** The way producers compress the records of a batch. */
    public enum Packing {
        NONE("not compressed", 0) {
            @Override
            OutputStream to(OutputStream out) {
                return out;
            }
        },
        /** As Kafka's Java client does, with the same library. */
        LZ4("lz4", 3) {
            @Override
            OutputStream to(OutputStream out) throws IOException {
                return new LZ4FrameOutputStream(out, BLOCKSIZE.SIZE_64KB, FLG.Bits.BLOCK_INDEPENDENCE);
            }
        };

        private final String label;
        private final int number;

        Packing(String label, int number) {
            this.label = label;
            this.number = number;
        }

        abstract OutputStream to(OutputStream out) throws IOException;

        public String label() {
            return label;
        }
    }

    /**
     * Makes a stream of at least this many bytes.
     *
     * @param seed of the orders
     */
    public static FetchStream of(Packing packing, long seed, int bytes) throws IOException {
        OrderLines orders = new OrderLines(seed);
        ByteArrayOutputStream content = new ByteArrayOutputStream(bytes + (1 << 20));
        IntStream.Builder ends = IntStream.builder();
        for (int i = 0; content.size() < bytes; i++) {
            byte[] records = records(packing, orders, BATCH_BYTES[i % BATCH_BYTES.length]);
            content.write(response(packing, i, records));
            ends.add(content.size());
        }
        return new FetchStream(content.toByteArray(), ends.build().toArray());
    }

    private static byte[] records(Packing packing, OrderLines orders, int plainBytes) throws IOException {
        ByteArrayOutputStream records = new ByteArrayOutputStream(plainBytes);
        try (OutputStream packed = packing.to(records)) {
            for (int written = 0; written < plainBytes; ) {
                byte[] line = orders.next().getBytes(StandardCharsets.US_ASCII);
                packed.write(line);
                written += line.length;
            }
        }
        return records.toByteArray();
    }

    private static byte[] response(Packing packing, int number, byte[] records) {
        int length = RESPONSE_HEADER + BATCH_HEADER + records.length;
        ByteBuffer response = ByteBuffer.allocate(length);
        response.putInt(length - Integer.BYTES).putInt(number).position(RESPONSE_HEADER - Integer.BYTES);
        response.putInt(BATCH_HEADER + records.length);
        ByteBuffer batch = response.slice(RESPONSE_HEADER, length - RESPONSE_HEADER);
        batch.putLong(number)
                .putInt(batch.capacity() - Long.BYTES - Integer.BYTES)
                .putInt(0)
                .put(FORMAT);
        batch.putShort(ATTRIBUTES_AT, (short) packing.number);
        batch.put(BATCH_HEADER, records);
        CRC32C checksum = new CRC32C();
        checksum.update(batch.duplicate().clear().position(ATTRIBUTES_AT));
        batch.putInt((int) checksum.getValue());
        return response.array();
    }
}
