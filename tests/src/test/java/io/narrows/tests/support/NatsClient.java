package io.narrows.tests.support;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client of NATS's text protocol, with JetStream's requests. Not thread-safe. */
public final class NatsClient implements Closeable {
    private static final int LIMIT_MILLIS = 120_000;

    /** A server may drop a request, for instance if JetStream has no leader yet. */
    private static final int ANSWER_MILLIS = 10_000;

    private static final String INBOX = "inbox";

    private final Socket socket = new Socket();
    private final DataInputStream in;

    NatsClient(InetSocketAddress address) throws IOException {
        socket.connect(address, LIMIT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        send("CONNECT {\"verbose\":false}\r\nSUB " + INBOX + " 1\r\n");
    }

    /**
     * Returns the response to a request of JetStream's API, as JSON.
     *
     * @throws SocketTimeoutException if there is none for ten seconds
     */
    public String ask(String subject, String json) throws IOException {
        publish("$JS.API." + subject, json);
        return receiveWithin(ANSWER_MILLIS);
    }

    /** Publishes messages to a subject of a stream, and returns the acknowledgments once all have arrived. */
    public List<String> publishAll(String subject, List<String> messages) throws IOException {
        for (String message : messages) {
            publish(subject, message);
        }
        return receive(messages.size());
    }

    /** Returns the first messages of a stream, read by an ephemeral consumer through this connection's server. */
    public List<String> read(String stream, int count) throws IOException {
        send("SUB deliver 2\r\n");
        String consumer =
                "{\"stream_name\":\"%s\",\"config\":{\"deliver_subject\":\"deliver\",\"ack_policy\":\"none\"}}";
        List<String> messages = new ArrayList<>();
        publish("$JS.API.CONSUMER.CREATE." + stream, consumer.formatted(stream));
        String created = "";
        while (messages.size() < count || created.isEmpty()) {
            String message = receive();
            if (message.contains("io.nats.jetstream.api")) {
                created = message;
                if (created.contains("\"error\"")) {
                    throw new IllegalStateException("no consumer of " + stream + ": " + created);
                }
            } else {
                messages.add(message);
            }
        }
        return messages;
    }

    /** Returns the payloads of the next messages. */
    public List<String> receive(int count) throws IOException {
        List<String> messages = new ArrayList<>();
        while (messages.size() < count) {
            messages.add(receive());
        }
        return messages;
    }

    /** Subscribes to a subject of its own, whose messages {@link #receive(int)} then returns. */
    public void subscribe(String subject) throws IOException {
        send("SUB " + subject + " 3\r\n");
    }

    /** Publishes a message, and does not wait for a response. */
    public void publish(String subject, String payload) throws IOException {
        int length = payload.getBytes(StandardCharsets.UTF_8).length;
        send("PUB %s %s %d\r\n%s\r\n".formatted(subject, INBOX, length, payload));
    }

    /** Returns the payload of the next message. */
    private String receive() throws IOException {
        return receiveWithin(LIMIT_MILLIS);
    }

    /** Returns the payload of the next message. The server's pings do not extend the time. */
    private String receiveWithin(int millis) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new SocketTimeoutException("no message");
            }
            socket.setSoTimeout((int) left);
            String line = line();
            if (line.startsWith("MSG ")) {
                byte[] payload = new byte[Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1))];
                in.readFully(payload);
                line();
                return new String(payload, StandardCharsets.UTF_8);
            } else if (line.equals("PING")) {
                send("PONG\r\n");
            } else if (line.startsWith("-ERR")) {
                throw new IllegalStateException(line);
            }
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    private void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
