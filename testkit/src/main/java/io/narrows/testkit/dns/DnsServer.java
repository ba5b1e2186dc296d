package io.narrows.testkit.dns;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A DNS server (RFC 1035) over UDP and TCP. Its zone may change while it runs. An answer that is longer than
 * {@value #MOST_OVER_UDP} bytes is truncated over UDP.
 *
 * <p>As a program: {@code DnsServer ADDRESS PORT ZONE-FILE}, whose file is read again for each question.
 */
public final class DnsServer implements AutoCloseable {
    private static final int MOST_OVER_UDP = 512;
    private static final int HEADER = 12;
    private static final int RESPONSE = 0x8000;
    private static final int TRUNCATED = 0x0200;
    private static final int KEPT = 0x0100; // the bit of the question that asks for recursion
    private static final int NXDOMAIN = 3;
    private static final int ATTEMPTS = 10;

    /** Supplies the zone for each question. */
    public interface ZoneSource {
        Zone zone() throws IOException;
    }

    private record Question(int id, int flags, String name, int type, byte[] bytes) {}

    private final ZoneSource zones;
    private final DatagramSocket datagrams;
    private final ServerSocket connections;
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger overTcp = new AtomicInteger();

    private DnsServer(ServerSocket connections, DatagramSocket datagrams, ZoneSource zones) {
        this.zones = zones;
        this.connections = connections;
        this.datagrams = datagrams;
        serve("dns-udp", this::answerDatagrams);
        serve("dns-tcp", this::answerConnections);
    }

    /** Starts a server on a free port of the loopback address. */
    public static DnsServer start(ZoneSource zones) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        for (int attempt = 1; ; attempt++) {
            try {
                return start(any, zones);
            } catch (BindException e) { // another process has the port for datagrams
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Starts a server on an address. */
    public static DnsServer start(InetSocketAddress address, ZoneSource zones) throws IOException {
        ServerSocket connections = new ServerSocket(address.getPort(), 50, address.getAddress());
        try {
            DatagramSocket datagrams = new DatagramSocket(connections.getLocalPort(), address.getAddress());
            return new DnsServer(connections, datagrams, zones);
        } catch (IOException e) {
            connections.close();
            throw e;
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path file = Path.of(arguments[2]);
        start(
                new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])),
                () -> Zone.parse(Files.readString(file)));
        new CountDownLatch(1).await(); // until the process is killed
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) datagrams.getLocalSocketAddress();
    }

    /** Returns the number of questions for a name, of all types, so far. */
    public int asked(String name) {
        return asked.getOrDefault(ZoneRecord.canonical(name), 0);
    }

    /** Returns the number of questions over TCP so far. */
    public int askedOverTcp() {
        return overTcp.get();
    }

    @Override
    public void close() throws IOException {
        datagrams.close();
        connections.close();
        for (Thread thread : threads) {
            thread.interrupt();
        }
    }

    private void serve(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void answerDatagrams() {
        byte[] buffer = new byte[4096];
        while (!datagrams.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                datagrams.receive(packet);
                byte[] message = new byte[packet.getLength()];
                System.arraycopy(buffer, 0, message, 0, message.length);
                Optional<byte[]> answer = answer(message, MOST_OVER_UDP);
                if (answer.isPresent()) {
                    datagrams.send(new DatagramPacket(answer.get(), answer.get().length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                // The socket is closed, or its client is gone.
            }
        }
    }

    private void answerConnections() {
        while (!connections.isClosed()) {
            try (Socket socket = connections.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                byte[] message = in.readNBytes(in.readUnsignedShort());
                overTcp.incrementAndGet();
                Optional<byte[]> answer = answer(message, 0xFFFF);
                if (answer.isPresent()) {
                    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                    out.writeShort(answer.get().length);
                    out.write(answer.get());
                    out.flush();
                    in.read(); // until the client closes
                }
            } catch (IOException e) {
                // The socket is closed, or its client is gone.
            }
        }
    }

    private Optional<byte[]> answer(byte[] message, int most) throws IOException {
        Question question = question(message);
        asked.merge(question.name(), 1, Integer::sum);
        Zone zone = zones.zone();
        int code = zone.failing().getOrDefault(question.name(), zone.has(question.name()) ? 0 : NXDOMAIN);
        if (code == Zone.SILENT) {
            return Optional.empty();
        }
        List<ZoneRecord> records = code == 0 ? zone.find(question.name(), question.type()) : List.of();
        byte[] whole = response(question, code, records);
        return Optional.of(whole.length <= most ? whole : response(question, TRUNCATED, List.of()));
    }

    private static Question question(byte[] message) throws IOException {
        int id = (message[0] & 0xFF) << 8 | message[1] & 0xFF;
        int flags = (message[2] & 0xFF) << 8 | message[3] & 0xFF;
        StringBuilder name = new StringBuilder();
        int at = HEADER;
        while (message[at] > 0) {
            name.append(name.isEmpty() ? "" : ".")
                    .append(new String(message, at + 1, message[at], StandardCharsets.US_ASCII));
            at += 1 + message[at];
        }
        int type = (message[at + 1] & 0xFF) << 8 | message[at + 2] & 0xFF;
        byte[] bytes = new byte[at + 5 - HEADER];
        System.arraycopy(message, HEADER, bytes, 0, bytes.length);
        return new Question(id, flags, ZoneRecord.canonical(name.toString()), type, bytes);
    }

    /** @param code the error code, or {@link #TRUNCATED} */
    private static byte[] response(Question question, int code, List<ZoneRecord> records) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(question.id());
        out.writeShort(RESPONSE | question.flags() & KEPT | code);
        out.writeShort(1); // questions
        out.writeShort(records.size());
        out.writeShort(0); // authorities
        out.writeShort(0); // additional records
        out.write(question.bytes());
        for (ZoneRecord record : records) {
            out.writeShort(0xC000 | HEADER); // the name in the question
            out.writeShort(record.type());
            out.writeShort(1); // class IN
            out.writeInt(record.seconds());
            out.writeShort(record.data().length);
            out.write(record.data());
        }
        return bytes.toByteArray();
    }
}
