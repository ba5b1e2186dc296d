package io.narrows.estimate.tcp;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.pcap.Packet;
import io.narrows.estimate.pcap.PacketDecoder;
import io.narrows.estimate.pcap.PacketKind;
import io.narrows.estimate.pcap.TcpSegment;
import java.io.IOException;

/**
 * Reads captures and reports the connections in them. Several files that follow each other, as {@code tcpdump -C} writes
 * them, are read one after another.
 *
 * <p>For one thread.
 */
public final class CapturedStreams {
    private static final PacketKind[] KINDS = PacketKind.values();

    private final TcpAssembler assembler;
    private final Packet packet = new Packet();
    private final TcpSegment segment = new TcpSegment();
    private final long[] byKind = new long[KINDS.length];
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long bytes;
    private long payloadCut;
    private long longestSnapLength;

    public CapturedStreams(StreamListener listener, AssemblyLimits limits) {
        this.assembler = new TcpAssembler(listener, limits);
    }

    /**
     * Reads all packets of a capture.
     *
     * @throws io.narrows.estimate.pcap.CaptureException if the file is damaged; what was reported before is right
     */
    public void read(CaptureReader capture) throws IOException {
        boolean more;
        do {
            more = readPacket(capture);
        } while (more);
    }

    /** Reads one packet, and returns false at the end of the capture. */
    public boolean readPacket(CaptureReader capture) throws IOException {
        if (!capture.next(packet)) {
            return false;
        }
        if (packet.isTimed()) {
            firstNanos = Math.min(firstNanos, packet.nanos());
            lastNanos = Math.max(lastNanos, packet.nanos());
        }
        bytes += packet.originalLength();
        longestSnapLength = Math.max(longestSnapLength, packet.snapLength());
        PacketKind kind = PacketDecoder.decode(packet, segment);
        byKind[kind.ordinal()]++;
        if (kind == PacketKind.TCP) {
            if (segment.missing() > 0) {
                payloadCut++;
            }
            assembler.accept(segment);
        }
        return true;
    }

    /** Ends all connections that have not ended, after the last capture. */
    public void end() {
        assembler.end();
    }

    /** Returns the counts of packets so far. */
    public PacketCounts packets() {
        long packets = 0;
        for (long ofKind : byKind) {
            packets += ofKind;
        }
        return new PacketCounts(
                packets,
                length(),
                bytes,
                of(PacketKind.TCP),
                of(PacketKind.NOT_IP),
                of(PacketKind.NOT_TCP),
                of(PacketKind.FRAGMENT),
                of(PacketKind.HEADERS_CUT),
                of(PacketKind.MALFORMED),
                payloadCut,
                longestSnapLength);
    }

    private long length() {
        if (firstNanos > lastNanos) {
            return 0;
        }
        long nanos = lastNanos - firstNanos;
        return nanos < 0 ? Long.MAX_VALUE : nanos;
    }

    private long of(PacketKind kind) {
        return byKind[kind.ordinal()];
    }

    /** Returns the counts of TCP segments so far. */
    public StreamCounts streams() {
        return assembler.counts();
    }
}
