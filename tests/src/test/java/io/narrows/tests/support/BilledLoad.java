package io.narrows.tests.support;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;

/**
 * A load whose bytes are billed: a client in the test and a server process on another host. Each message is one write that
 * starts with its length. The client closes first.
 */
public enum BilledLoad {
    /** Small requests, each answered before the next. */
    HEARTBEATS(60, 1, 20, 5, 1_000),
    /** One-way records, every tenth of which is acknowledged. */
    REPLICATION(900, 10, 12, 2, 2_000),
    /** A transfer without pauses, with one response at the end. */
    BULK(256 * 1024, Integer.MAX_VALUE, 8, 0, 120),
    /** 200 MB that no codec shrinks. */
    RANDOM(256 * 1024, Integer.MAX_VALUE, 8, 0, 800),
    /** 40 MB of JSON in one direction. */
    JSON(16 * 1024, Integer.MAX_VALUE, 8, 0, 2_560),
    /** Round trips of 200 bytes without pauses. */
    PING_200(200, 1, 200, 0, 5_000),
    /** Round trips of 20 bytes without pauses. */
    PING_20(20, 1, 20, 0, 5_000);

    private final int length;
    private final int answeredEach;
    private final int answerLength;
    private final int pauseMillis;
    private final int usualMessages;

    BilledLoad(int length, int answeredEach, int answerLength, int pauseMillis, int usualMessages) {
        this.length = length;
        this.answeredEach = answeredEach;
        this.answerLength = answerLength;
        this.pauseMillis = pauseMillis;
        this.usualMessages = usualMessages;
    }

    /** Returns the number of messages for a measurement: some seconds, or 30 MB. */
    public int usualMessages() {
        return usualMessages;
    }

    /** Sends that many messages to the server and waits for its last response. */
    public void run(InetSocketAddress address, int messages) throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            socket.connect(address, 60_000);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Random random = new Random(7);
            for (int i = 0; i < messages; i++) {
                socket.getOutputStream().write(message(random, i));
                if ((i + 1) % answeredEach == 0) {
                    in.readFully(new byte[answerLength]);
                }
                if (pauseMillis > 0) {
                    Thread.sleep(pauseMillis);
                }
            }
            socket.shutdownOutput();
            in.readAllBytes();
        }
    }

    /** Writes noise to the server until nothing has been accepted for two seconds. */
    public static void fill(SocketChannel client) {
        Random random = new Random(7);
        ByteBuffer piece = ByteBuffer.allocate(64 << 10);
        long[] takenAt = {System.nanoTime()};
        Awaitility.await("full buffers")
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    while (client.write(noise(piece, random)) > 0) {
                        takenAt[0] = System.nanoTime();
                    }
                    return System.nanoTime() - takenAt[0]
                            > Duration.ofSeconds(2).toNanos();
                });
    }

    private byte[] message(Random random, int number) {
        int size = this == REPLICATION ? length / 2 + random.nextInt(length) : length;
        ByteBuffer message = ByteBuffer.allocate(size);
        message.put((byte) ordinal()).putInt(size);
        switch (this) {
            case RANDOM -> putNoise(message, message.remaining(), random);
            case JSON -> putJson(message, random, number);
            default -> putRecords(message, random, number);
        }
        return message.array();
    }

    private static void putJson(ByteBuffer message, Random random, int number) {
        while (message.hasRemaining()) {
            byte[] line = "{\"id\": %d, \"user\": \"user-%04d\", \"amount\": %.2f, \"paid\": %b}\n"
                    .formatted(number, random.nextInt(10_000), random.nextDouble() * 1_000, random.nextBoolean())
                    .getBytes(StandardCharsets.US_ASCII);
            message.put(line, 0, Math.min(line.length, message.remaining()));
        }
    }

    /** Writes records that compress to about half. */
    private static void putRecords(ByteBuffer message, Random random, int number) {
        while (message.remaining() >= 32) {
            message.put("key/of/record/%06d".formatted(number).getBytes(StandardCharsets.US_ASCII));
            putNoise(message, 12, random);
        }
    }

    private static ByteBuffer noise(ByteBuffer piece, Random random) {
        putNoise(piece.clear(), piece.capacity(), random);
        return piece.flip();
    }

    private static void putNoise(ByteBuffer message, int length, Random random) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        message.put(noise);
    }

    /** Starts the server on a host and waits until it listens. */
    public static Server serve(Host host, int port) {
        return TestProgram.serve(host, "billed-load", BilledLoad.class, port);
    }

    /** Runs the server on a given port of all addresses. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocket listening = new ServerSocket(Integer.parseInt(arguments[0]))) {
            System.out.println("listening");
            while (true) {
                Socket socket = listening.accept();
                new Thread(() -> answer(socket)).start();
            }
        }
    }

    private static void answer(Socket connection) {
        try (Socket socket = connection) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            BilledLoad kind = null;
            int count = 0;
            for (int first = in.read(); first >= 0; first = in.read()) {
                kind = values()[first];
                in.skipNBytes(in.readInt() - 5);
                count++;
                if (count % kind.answeredEach == 0) {
                    out.write(new byte[kind.answerLength]);
                }
            }
            if (kind != null && kind.answeredEach == Integer.MAX_VALUE) {
                out.write(new byte[kind.answerLength]);
            }
        } catch (IOException e) {
            System.out.println("connection ended: " + e);
        }
    }
}
