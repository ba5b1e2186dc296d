package io.narrows.estimate.pcap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** Opens captures that are in memory, with a small window on the heap. */
public final class Captures {
    private static final int WINDOW = 64;

    private Captures() {}

    public static CaptureReader reader(byte[] file) throws IOException {
        return reader(Channels.newChannel(new ByteArrayInputStream(file)));
    }

    static CaptureReader reader(ReadableByteChannel channel) throws IOException {
        return CaptureReader.open("test.pcap", channel, ByteBuffer.allocate(WINDOW));
    }

    /** A packet as it was read. */
    record Read(LinkType type, long nanos, long originalLength, byte[] data) {}

    static List<Read> packets(byte[] file) throws IOException {
        List<Read> packets = new ArrayList<>();
        try (CaptureReader reader = reader(file)) {
            Packet packet = new Packet();
            while (reader.next(packet)) {
                packets.add(read(packet));
            }
        }
        return packets;
    }

    static Read read(Packet packet) {
        byte[] data = new byte[packet.length()];
        packet.data().get(packet.data().position(), data);
        return new Read(packet.linkType(), packet.nanos(), packet.originalLength(), data);
    }

    /** Returns what is read before the end, with the reader's warnings. */
    static List<String> warnings(byte[] file) throws IOException {
        try (CaptureReader reader = reader(file)) {
            Packet packet = new Packet();
            boolean more;
            do {
                more = reader.next(packet);
            } while (more);
            return reader.warnings();
        }
    }
}
