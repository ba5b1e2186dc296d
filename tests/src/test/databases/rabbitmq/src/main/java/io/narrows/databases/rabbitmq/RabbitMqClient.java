package io.narrows.databases.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.narrows.databases.ClientProgram;
import io.narrows.databases.DatabaseClient;
import io.narrows.databases.Order;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Stores each order as a message of the quorum queue {@code orders}, with a replica on every node. Each node has its own
 * connection; publishes alternate between the nodes. A message whose confirmation was lost is published again, so it may be
 * stored twice.
 */
public final class RabbitMqClient implements DatabaseClient {
    private static final String QUEUE = "orders";
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int HEARTBEAT_SECONDS = 10;
    private static final long PATIENCE_SECONDS = 60;

    private final List<ConnectionFactory> nodes;
    private final List<Publisher> publishers;
    private final AtomicInteger turn = new AtomicInteger();

    private RabbitMqClient(List<String> nodes) {
        this.nodes = nodes.stream().map(RabbitMqClient::factory).toList();
        this.publishers = this.nodes.stream().map(node -> new Publisher(node, QUEUE)).toList();
    }

    public static void main(String[] args) {
        ClientProgram.run(RabbitMqClient::new, args);
    }

    private static ConnectionFactory factory(String node) {
        String[] hostAndPort = node.split(":");
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(hostAndPort[0]);
        factory.setPort(Integer.parseInt(hostAndPort[1]));
        factory.setConnectionTimeout(TIMEOUT_MILLIS);
        factory.setHandshakeTimeout(TIMEOUT_MILLIS);
        factory.setChannelRpcTimeout(TIMEOUT_MILLIS);
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        factory.setAutomaticRecoveryEnabled(false);
        return factory;
    }

    @Override
    public void create() throws IOException, TimeoutException {
        try (Connection connection = nodes.get(0).newConnection();
                Channel channel = connection.createChannel()) {
            Map<String, Object> arguments = Map.of("x-queue-type", "quorum", "x-quorum-initial-group-size", nodes.size());
            channel.queueDeclare(QUEUE, true, false, false, arguments);
        }
    }

    @Override
    public CompletableFuture<Void> write(Order order) throws IOException, TimeoutException {
        return publishers.get(Math.floorMod(turn.getAndIncrement(), publishers.size())).publish(order);
    }

    /**
     * Takes all messages and returns them by closing the connection. A quorum queue delivers from its leader's log, so the soak has made
     * this node the leader.
     */
    @Override
    public void read(Consumer<Order> orders) throws IOException, TimeoutException, InterruptedException {
        try (Connection connection = nodes.get(0).newConnection();
                Channel channel = connection.createChannel()) {
            int messages = channel.queueDeclarePassive(QUEUE).getMessageCount();
            channel.basicQos(messages); // by default, a quorum queue delivers 2,000 before some are acknowledged
            CountDownLatch open = new CountDownLatch(messages);
            channel.basicConsume(
                    QUEUE,
                    false,
                    (tag, message) -> {
                        orders.accept(new Order(message.getProperties().getMessageId(), new String(message.getBody(), UTF_8)));
                        open.countDown();
                    },
                    tag -> {});
            open.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        publishers.forEach(Publisher::close);
    }
}
