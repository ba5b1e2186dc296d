package io.narrows.databases.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.narrows.databases.Order;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Publishes to one node with confirms. Messages that are unconfirmed when the connection ends have failed; the next publish reconnects. */
final class Publisher implements AutoCloseable {
    private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ConnectionFactory factory;
    private final String queue;
    private Connection connection;
    private Channel channel;
    private ConcurrentNavigableMap<Long, CompletableFuture<Void>> unconfirmed;
    private long triedAt = System.nanoTime() - RECONNECT_NANOS;

    Publisher(ConnectionFactory factory, String queue) {
        this.factory = factory;
        this.queue = queue;
    }

    /** Publishes a persistent message; the stage completes when the node has confirmed it. */
    synchronized CompletableFuture<Void> publish(Order order) throws IOException, TimeoutException {
        connect();
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        unconfirmed.put(channel.getNextPublishSeqNo(), confirmed);
        BasicProperties properties =
                MessageProperties.PERSISTENT_BASIC.builder().messageId(order.key()).build();
        channel.basicPublish("", queue, properties, order.value().getBytes(UTF_8));
        return confirmed;
    }

    private void connect() throws IOException, TimeoutException {
        if (channel != null && channel.isOpen()) {
            return;
        }
        if (System.nanoTime() - triedAt < RECONNECT_NANOS) {
            throw new IOException("not connected to " + factory.getHost());
        }
        triedAt = System.nanoTime();
        close();
        connection = factory.newConnection();
        Channel opened = connection.createChannel();
        ConcurrentNavigableMap<Long, CompletableFuture<Void>> open = new ConcurrentSkipListMap<>();
        opened.confirmSelect();
        opened.addConfirmListener(
                (sequence, multiple) -> settle(open, sequence, multiple, null),
                (sequence, multiple) -> settle(open, sequence, multiple, new IOException("refused by the queue")));
        opened.addShutdownListener(cause -> settle(open, Long.MAX_VALUE, true, cause));
        channel = opened;
        unconfirmed = open;
    }

    private static void settle(
            ConcurrentNavigableMap<Long, CompletableFuture<Void>> open, long sequence, boolean multiple, Throwable failure) {
        var settled = multiple ? open.headMap(sequence, true) : open.subMap(sequence, true, sequence, true);
        while (!settled.isEmpty()) {
            var first = settled.pollFirstEntry();
            if (first != null && failure == null) {
                first.getValue().complete(null);
            } else if (first != null) {
                first.getValue().completeExceptionally(failure);
            }
        }
    }

    @Override
    public synchronized void close() {
        if (connection != null) {
            connection.abort();
        }
    }
}
