package io.narrows.databases.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.narrows.databases.ClientProgram;
import io.narrows.databases.DatabaseClient;
import io.narrows.databases.Order;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PublishOptions;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.api.Replica;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import io.nats.client.api.StreamState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Stores each order as a message of the stream {@code ORDERS}, with a replica on every server, or on five, NATS's limit. The message id
 * makes the stream store it only once. Each server has its own connection; writes alternate between the servers.
 */
public final class NatsClient implements DatabaseClient {
    private static final String STREAM = "ORDERS";
    private static final String SUBJECT = "orders.";
    private static final int MOST_REPLICAS = 5;
    private static final Duration DUPLICATES = Duration.ofMinutes(30);
    private static final Duration RECONNECT = Duration.ofMillis(250);

    private final List<Connection> connections = new ArrayList<>();
    private final List<JetStream> streams = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private NatsClient(List<String> servers) throws IOException, InterruptedException {
        for (String server : servers) {
            Options options = new Options.Builder()
                    .server("nats://" + server)
                    .ignoreDiscoveredServers()
                    .maxReconnects(-1)
                    .reconnectWait(RECONNECT)
                    .errorListener(new ErrorListener() {}) // reconnects are expected
                    .build();
            Connection connection = Nats.connect(options);
            connections.add(connection);
            streams.add(connection.jetStream());
        }
    }

    public static void main(String[] args) {
        ClientProgram.run(NatsClient::new, args);
    }

    @Override
    public void create() throws IOException, JetStreamApiException {
        StreamConfiguration settings = StreamConfiguration.builder()
                .name(STREAM)
                .subjects(SUBJECT + ">")
                .storageType(StorageType.File)
                .replicas(Math.min(connections.size(), MOST_REPLICAS))
                .duplicateWindow(DUPLICATES)
                .allowDirect(true)
                .build();
        connections.get(0).jetStreamManagement().addStream(settings);
    }

    @Override
    public CompletableFuture<PublishAck> write(Order order) {
        JetStream stream = streams.get(Math.floorMod(turn.getAndIncrement(), streams.size()));
        PublishOptions once = PublishOptions.builder().messageId(order.key()).build();
        return stream.publishAsync(SUBJECT + order.key(), order.value().getBytes(UTF_8), once);
    }

    @Override
    public boolean hasReplica() throws IOException, JetStreamApiException {
        ClusterInfo cluster = stream().getClusterInfo();
        if (isLeader(cluster) || replica(cluster).isPresent()) {
            return true;
        }
        if (cluster.getReplicas() == null || cluster.getReplicas().size() + 1 < MOST_REPLICAS) {
            throw new IllegalStateException(server() + " has no replica: " + cluster);
        }
        return false;
    }

    /**
     * Reads by direct gets. The server's own replica answers them once it has all messages, because a server prefers
     * its own subscriber of a queue group.
     */
    @Override
    public void read(Consumer<Order> orders) throws IOException, JetStreamApiException {
        JetStreamManagement management = connections.get(0).jetStreamManagement();
        StreamInfo stream = stream();
        requireCurrent(stream.getClusterInfo());
        StreamState state = stream.getStreamState();
        for (long sequence = state.getFirstSequence(); sequence <= state.getLastSequence(); sequence++) {
            MessageInfo message = management.getMessage(STREAM, sequence);
            orders.accept(new Order(message.getSubject().substring(SUBJECT.length()), new String(message.getData(), UTF_8)));
        }
    }

    private StreamInfo stream() throws IOException, JetStreamApiException {
        return connections.get(0).jetStreamManagement().getStreamInfo(STREAM);
    }

    private void requireCurrent(ClusterInfo cluster) {
        boolean current = isLeader(cluster)
                || replica(cluster).filter(own -> own.isCurrent() && own.getLag() == 0).isPresent();
        if (!current) {
            throw new IllegalStateException("the replica of " + server() + " is behind: " + replica(cluster));
        }
    }

    private boolean isLeader(ClusterInfo cluster) {
        return server().equals(cluster.getLeader());
    }

    private Optional<Replica> replica(ClusterInfo cluster) {
        List<Replica> replicas = cluster.getReplicas() == null ? List.of() : cluster.getReplicas();
        return replicas.stream().filter(replica -> server().equals(replica.getName())).findAny();
    }

    private String server() {
        return connections.get(0).getServerInfo().getServerName();
    }

    @Override
    public void close() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
