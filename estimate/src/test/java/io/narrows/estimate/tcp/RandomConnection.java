package io.narrows.estimate.tcp;

import static io.narrows.estimate.pcap.PacketBuilder.ACK;
import static io.narrows.estimate.pcap.PacketBuilder.FIN;
import static io.narrows.estimate.pcap.PacketBuilder.RST;
import static io.narrows.estimate.pcap.PacketBuilder.SYN;

import io.narrows.estimate.pcap.LinkType;
import io.narrows.estimate.pcap.PacketBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A connection with random bytes in both directions, in random segments. Segments are repeated, sent in other pieces, out
 * of order within a window, and lost. Each packet has a position in the capture, and comes before all acknowledgments of
 * its bytes.
 */
final class RandomConnection {
    /** Maximum number of positions that a packet is late. */
    private static final int WINDOW = 12;

    final Ending ending;

    /** The bytes that a reader must get, by direction: with zeros for lost bytes. */
    final byte[][] expected;

    final long[] lost = new long[2];

    private final RandomGenerator random;
    private final LinkType link;
    private final int port;
    private final byte[][] streams;
    private final boolean[][] captured;
    private final int[] base;
    private final boolean ipv6;
    private final List<Placed> packets;
    private double position;

    /** A packet of the capture. */
    record Placed(double position, byte[] bytes) {}

    /**
     * @param packets the packets are added here
     * @param lossy whether the capture lacks segments
     */
    RandomConnection(
            RandomGenerator random, LinkType link, int port, int longest, boolean lossy, List<Placed> packets) {
        this.random = random;
        this.link = link;
        this.port = port;
        this.packets = packets;
        this.ipv6 = link == LinkType.IPV6 || link != LinkType.IPV4 && random.nextBoolean();
        this.position = random.nextDouble(50);
        this.base = new int[] {random.nextInt(), random.nextBoolean() ? -random.nextInt(3000) : random.nextInt()};
        this.streams = new byte[][] {bytes(longest), bytes(longest)};
        this.captured = new boolean[][] {new boolean[streams[0].length], new boolean[streams[1].length]};
        this.ending =
                List.of(Ending.FINISHED, Ending.RESET, Ending.CAPTURE_ENDED).get(random.nextInt(3));
        handshake();
        segments(lossy);
        end();
        this.expected = new byte[][] {expected(0), expected(1)};
    }

    int port() {
        return port;
    }

    private byte[] bytes(int longest) {
        byte[] bytes = new byte[random.nextInt(longest)];
        random.nextBytes(bytes);
        return bytes;
    }

    private void handshake() {
        add(0, -1, 0, SYN, new byte[0], 0);
        add(1, -1, 0, SYN | ACK, new byte[0], 0);
        add(0, 0, 0, ACK, new byte[0], 0);
    }

    private void segments(boolean lossy) {
        int[] sent = new int[2];
        int[][] history = new int[2 * (streams[0].length + streams[1].length) + 1][2];
        int step = 0;
        while (sent[0] < streams[0].length || sent[1] < streams[1].length) {
            int direction = sent[0] == streams[0].length ? 1 : sent[1] == streams[1].length ? 0 : random.nextInt(2);
            int[] acknowledged = step < 2 * WINDOW ? new int[2] : history[step - 2 * WINDOW];
            int from = sent[direction];
            int to = Math.min(streams[direction].length, from + 1 + random.nextInt(random.nextBoolean() ? 20 : 3000));
            boolean isLost = lossy && random.nextInt(10) == 0;
            if (!isLost) {
                data(direction, from, to, acknowledged[1 - direction]);
            }
            while (random.nextInt(4) == 0) {
                int again = Math.max(0, from - random.nextInt(50));
                int length = random.nextInt(100);
                if (!isLost && again >= acknowledged[direction]) {
                    data(direction, again, Math.min(to, again + length), acknowledged[1 - direction]);
                }
            }
            sent[direction] = to;
            history[step++] = sent.clone();
            position++;
        }
        position += 2 * WINDOW;
    }

    private void data(int direction, int from, int to, int acknowledged) {
        if (from < to) {
            Arrays.fill(captured[direction], from, to, true);
            add(
                    direction,
                    from,
                    acknowledged,
                    ACK,
                    Arrays.copyOfRange(streams[direction], from, to),
                    random.nextInt(WINDOW));
        }
    }

    private void end() {
        switch (ending) {
            case FINISHED -> {
                add(0, streams[0].length, streams[1].length, ACK | FIN, new byte[0], 0);
                add(1, streams[1].length, streams[0].length + 1, ACK | FIN, new byte[0], 0);
                add(0, streams[0].length + 1, streams[1].length + 1, ACK, new byte[0], 0);
            }
            case RESET -> {
                add(0, streams[0].length, streams[1].length, ACK, new byte[0], 0);
                add(1, streams[1].length, streams[0].length, ACK | RST, new byte[0], 0);
            }
            default -> {
                add(0, streams[0].length, streams[1].length, ACK, new byte[0], 0);
                add(1, streams[1].length, streams[0].length, ACK, new byte[0], 0);
            }
        }
    }

    private void add(int direction, int number, int acknowledged, int flags, byte[] payload, int late) {
        PacketBuilder builder = new PacketBuilder()
                .link(link)
                .reversed(direction == 1)
                .ports(direction == 0 ? port : 5432, direction == 0 ? 5432 : port)
                .numbers(base[direction] + number, (flags & ACK) == 0 ? 0 : base[1 - direction] + acknowledged)
                .flags(flags)
                .payload(payload);
        packets.add(new Placed(position + late, (ipv6 ? builder.ipv6() : builder).build()));
        if (payload.length == 0) {
            position++;
        }
    }

    private byte[] expected(int direction) {
        byte[] bytes = streams[direction].clone();
        for (int i = 0; i < bytes.length; i++) {
            if (!captured[direction][i]) {
                bytes[i] = 0;
                lost[direction]++;
            }
        }
        return bytes;
    }
}
