package io.narrows.tests.support;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * A connection that carries messages of 20 bytes, one at a time: each has arrived before the next is sent, so that none share
 * a segment. A second, direct connection reports arrivals to the client.
 */
public final class ShortMessages implements AutoCloseable {
    /** The length of a message in bytes. */
    public static final int LENGTH = 20;

    private static final int REPORTS = 'r';
    private static final int TIMEOUT_MILLIS = 60_000;

    /** The content of the messages, and the responses. */
    public enum Kind {
        /** ZooKeeper's acknowledgments (QuorumPacket of type ACK), in one direction. */
        ACKNOWLEDGEMENTS(false, false),
        /** Random bytes in one direction. */
        NOISE(false, true),
        /** ZooKeeper's acknowledgments, each sent back before the next. */
        ROUND_TRIPS(true, false),
        /** Random bytes, each message sent back before the next. */
        NOISE_ROUND_TRIPS(true, true);

        private final boolean answered;
        private final boolean random;

        Kind(boolean answered, boolean random) {
            this.answered = answered;
            this.random = random;
        }

        /** Returns whether each message is sent back. */
        public boolean isAnswered() {
            return answered;
        }
    }

    private final Kind kind;
    private final Random random = new Random(20);
    private final Socket reports = new Socket();
    private final Socket messages = new Socket();
    private long zxid = 1L << 32;

    private ShortMessages(Kind kind) {
        this.kind = kind;
    }

    /**
     * Opens both connections.
     *
     * @param through entrance of the carrier of the messages
     * @param server address for reports
     */
    public static ShortMessages open(Kind kind, InetSocketAddress through, InetSocketAddress server)
            throws IOException {
        ShortMessages opened = new ShortMessages(kind);
        try {
            connect(opened.reports, server, REPORTS);
            opened.reports.getInputStream().read(); // the server sends reports here from now on
            connect(opened.messages, through, kind.ordinal());
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private static void connect(Socket socket, InetSocketAddress address, int first) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(address, TIMEOUT_MILLIS);
        socket.getOutputStream().write(first);
    }

    /** Sends messages and waits until the last one has arrived and been answered. */
    public void send(int count) throws IOException {
        DataInputStream answers = new DataInputStream(messages.getInputStream());
        byte[] answer = new byte[LENGTH];
        for (int i = 0; i < count; i++) {
            messages.getOutputStream().write(message());
            if (kind.answered) {
                answers.readFully(answer);
            } else if (reports.getInputStream().read() < 0) {
                throw new IOException("server closed after " + i + " messages");
            }
        }
    }

    private byte[] message() {
        byte[] message = new byte[LENGTH];
        if (kind.random) {
            random.nextBytes(message);
        } else {
            zxid++;
            ByteBuffer.wrap(message).putInt(3).putLong(zxid).putInt(-1).putInt(-1);
        }
        return message;
    }

    @Override
    public void close() throws IOException {
        messages.close();
        reports.close();
    }

    /** Starts the server on a host and waits until it listens. */
    public static Server serve(Host host, int port) {
        return TestProgram.serve(host, "short-messages", ShortMessages.class, port);
    }

    /** Runs the server on a given port of all addresses. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocket listening = new ServerSocket(Integer.parseInt(arguments[0]))) {
            System.out.println("listening");
            Socket reports = null;
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                int first = socket.getInputStream().read();
                if (first == REPORTS) {
                    socket.getOutputStream().write(REPORTS);
                    reports = socket;
                } else if (first >= 0) {
                    OutputStream told =
                            Kind.values()[first].answered ? socket.getOutputStream() : reports.getOutputStream();
                    int bytes = Kind.values()[first].answered ? LENGTH : 1;
                    new Thread(() -> answer(socket, told, bytes)).start();
                }
            }
        }
    }

    /** Writes the first bytes of each message. */
    private static void answer(Socket connection, OutputStream told, int bytes) {
        try (Socket socket = connection) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] message = new byte[LENGTH];
            while (true) {
                in.readFully(message);
                told.write(message, 0, bytes);
            }
        } catch (IOException e) {
            System.out.println("connection ended: " + e);
        }
    }
}
