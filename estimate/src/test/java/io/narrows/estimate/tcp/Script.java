package io.narrows.estimate.tcp;

import static io.narrows.estimate.pcap.PacketBuilder.ACK;
import static io.narrows.estimate.pcap.PacketBuilder.FIN;
import static io.narrows.estimate.pcap.PacketBuilder.RST;
import static io.narrows.estimate.pcap.PacketBuilder.SYN;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.pcap.Captures;
import io.narrows.estimate.pcap.LinkType;
import io.narrows.estimate.pcap.PacketBuilder;
import io.narrows.estimate.pcap.PcapBuilder;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A capture of one connection or more, packet by packet. Numbers of packets are relative to the initial sequence numbers, so
 * the first byte has number 0. A packet comes one millisecond after the one before, unless the script says otherwise.
 */
final class Script {
    static final int RAW = 101;

    private final PcapBuilder file;
    private int clientBase = 1001;
    private int serverBase = 5001;
    private int clientPort = 40_000;
    private int serverPort = 5432;
    private long nanos;
    private long step = 1_000_000;

    Script() {
        this(262_144);
    }

    Script(int snapLength) {
        file = new PcapBuilder(ByteOrder.LITTLE_ENDIAN, true, RAW, snapLength);
    }

    /** Sets the sequence numbers of the first bytes of both sides. */
    Script bases(int client, int server) {
        clientBase = client;
        serverBase = server;
        return this;
    }

    Script ports(int client, int server) {
        clientPort = client;
        serverPort = server;
        return this;
    }

    /** Sets the time between packets from now on. */
    Script everyMicros(long micros) {
        step = micros * 1000;
        return this;
    }

    Script pauseMillis(long millis) {
        nanos += millis * 1_000_000;
        return this;
    }

    Script handshake() {
        return syn().synAck().client(0, 0, "");
    }

    Script syn() {
        return packet(true, -1, 0, SYN, "");
    }

    Script synAck() {
        return packet(false, -1, 0, SYN | ACK, "");
    }

    Script client(int number, int acknowledged, String text) {
        return packet(true, number, acknowledged, ACK, text);
    }

    Script server(int number, int acknowledged, String text) {
        return packet(false, number, acknowledged, ACK, text);
    }

    Script clientFin(int number, int acknowledged) {
        return packet(true, number, acknowledged, ACK | FIN, "");
    }

    Script serverFin(int number, int acknowledged) {
        return packet(false, number, acknowledged, ACK | FIN, "");
    }

    Script clientReset(int number) {
        return packet(true, number, 0, RST, "");
    }

    Script packet(boolean fromClient, int number, int acknowledged, int flags, String text) {
        nanos += step;
        int base = fromClient ? clientBase : serverBase;
        int other = fromClient ? serverBase : clientBase;
        file.packet(
                nanos,
                new PacketBuilder()
                        .link(LinkType.RAW)
                        .reversed(!fromClient)
                        .ports(fromClient ? clientPort : serverPort, fromClient ? serverPort : clientPort)
                        .numbers(base + number, (flags & ACK) == 0 ? 0 : other + acknowledged)
                        .flags(flags)
                        .payload(text.getBytes(StandardCharsets.ISO_8859_1))
                        .build());
        return this;
    }

    byte[] bytes() {
        return file.bytes();
    }

    Recording run() throws IOException {
        return run(AssemblyLimits.DEFAULT);
    }

    Recording run(AssemblyLimits limits) throws IOException {
        Recording recording = new Recording();
        read(new CapturedStreams(recording, limits));
        return recording;
    }

    StreamCounts counts() throws IOException {
        return read(new CapturedStreams(new Recording(), AssemblyLimits.DEFAULT))
                .streams();
    }

    CapturedStreams read(CapturedStreams streams) throws IOException {
        try (CaptureReader reader = Captures.reader(bytes())) {
            streams.read(reader);
        }
        streams.end();
        return streams;
    }
}
