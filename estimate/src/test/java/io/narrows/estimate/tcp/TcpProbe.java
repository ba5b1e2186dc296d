package io.narrows.estimate.tcp;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.pcap.Captures;
import io.narrows.estimate.pcap.LinkType;
import io.narrows.estimate.pcap.Packet;
import io.narrows.estimate.pcap.PacketBuilder;
import io.narrows.estimate.pcap.PacketDecoder;
import io.narrows.estimate.pcap.PcapBuilder;
import io.narrows.estimate.pcap.TcpSegment;
import java.io.IOException;

/** Gives single segments to an assembler, and watches its memory. */
final class TcpProbe {
    private final TcpAssembler assembler;
    private final TcpSegment segment = new TcpSegment();
    private long mostWaiting;

    TcpProbe(AssemblyLimits limits) {
        assembler = new TcpAssembler(new Recording(), limits);
    }

    void segment(int port, int sequence, int length) throws IOException {
        byte[] file = new PcapBuilder(LinkType.ETHERNET)
                .packet(
                        0,
                        new PacketBuilder()
                                .ports(port, 80)
                                .numbers(sequence, 1)
                                .payload(new byte[length])
                                .build())
                .bytes();
        Packet packet = new Packet();
        try (CaptureReader reader = Captures.reader(file)) {
            reader.next(packet);
            PacketDecoder.decode(packet, segment);
            assembler.accept(segment);
        }
        mostWaiting = Math.max(mostWaiting, assembler.waitingBytes());
    }

    TcpAssembler assembler() {
        return assembler;
    }

    /** Returns the most bytes that waited after a segment. */
    long mostWaiting() {
        return mostWaiting;
    }
}
