package io.narrows.estimate.tcp;

import static io.narrows.estimate.pcap.PacketBuilder.ACK;
import static io.narrows.estimate.pcap.PacketBuilder.SYN;

import io.narrows.estimate.pcap.LinkType;
import io.narrows.estimate.pcap.PacketBuilder;
import io.narrows.estimate.pcap.PcapBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Writes a large capture of many connections in turn: full segments of a client with records of text, each second one acknowledged. */
final class LargeCapture {
    private static final int CONNECTIONS = 1000;
    private static final int PAYLOAD = 1448;
    private static final int TEXT = 4 << 20;
    private static final long PACKET_NANOS = 2000;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;

    private final OutputStream out;
    private final byte[] text = text(new Random(1));
    private final int[] sent = new int[CONNECTIONS];
    private long packets;
    private long written;
    private long nanos;

    private LargeCapture(OutputStream out) {
        this.out = out;
    }

    private static byte[] text(Random random) {
        StringBuilder records = new StringBuilder();
        while (records.length() < TEXT) {
            records.append("{\"id\":%d,\"name\":\"customer %d\",\"state\":\"%s\",\"sum\":%d}"
                    .formatted(
                            random.nextLong(),
                            random.nextInt(10_000),
                            random.nextBoolean() ? "open" : "paid",
                            random.nextInt(100_000)));
        }
        return records.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] payload() {
        int from = (int) (packets++ * 7919 % (TEXT - PAYLOAD));
        return Arrays.copyOfRange(text, from, from + PAYLOAD);
    }

    /** @param every each packet of this number is exchanged with the next one of its connection; 0 for none */
    static void write(Path file, long bytes, int every) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            new LargeCapture(out).write(bytes, every);
        }
    }

    private void write(long bytes, int every) throws IOException {
        out.write(new PcapBuilder(ByteOrder.LITTLE_ENDIAN, true, 1, 262_144).bytes(), 0, FILE_HEADER);
        for (int i = 0; i < CONNECTIONS; i++) {
            packet(i, false, -1, 0, SYN, new byte[0]);
            packet(i, true, -1, 0, SYN | ACK, new byte[0]);
        }
        long pairs = 0;
        while (written < bytes) {
            int connection = (int) (pairs % CONNECTIONS);
            int at = sent[connection];
            pairs++;
            boolean isLate = every > 0 && 2 * pairs % every < 2;
            packet(connection, false, isLate ? at + PAYLOAD : at, 0, ACK, payload());
            packet(connection, false, isLate ? at : at + PAYLOAD, 0, ACK, payload());
            packet(connection, true, 0, at + 2 * PAYLOAD, ACK, new byte[0]);
            sent[connection] = at + 2 * PAYLOAD;
        }
    }

    private void packet(int connection, boolean isAnswer, int number, int acknowledged, int flags, byte[] bytes)
            throws IOException {
        int port = 20_000 + connection;
        byte[] packet = new PacketBuilder()
                .link(LinkType.ETHERNET)
                .reversed(isAnswer)
                .ports(isAnswer ? 5432 : port, isAnswer ? port : 5432)
                .numbers(1 + number, 1 + acknowledged)
                .flags(flags)
                .payload(bytes)
                .build();
        nanos += PACKET_NANOS;
        out.write(ByteBuffer.allocate(RECORD_HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (nanos / 1_000_000_000))
                .putInt((int) (nanos % 1_000_000_000))
                .putInt(packet.length)
                .putInt(packet.length)
                .array());
        out.write(packet);
        written += RECORD_HEADER + packet.length;
    }
}
