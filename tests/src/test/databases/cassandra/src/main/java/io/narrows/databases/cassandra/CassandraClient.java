package io.narrows.databases.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import io.narrows.databases.ClientProgram;
import io.narrows.databases.DatabaseClient;
import io.narrows.databases.Order;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Stores each order as a row of the table {@code shop.orders}, with a replica on every node, written at QUORUM. Each node has its
 * own session; writes alternate between the nodes.
 */
public final class CassandraClient implements DatabaseClient {
    private static final String TABLE = "shop.orders";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RECONNECT = Duration.ofMillis(250);

    private final List<CqlSession> sessions = new ArrayList<>();
    private final List<PreparedStatement> inserts = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private CassandraClient(List<String> nodes) {
        nodes.forEach(node -> sessions.add(session(node)));
    }

    public static void main(String[] args) {
        ClientProgram.run(CassandraClient::new, args);
    }

    private static CqlSession session(String node) {
        String[] hostAndPort = node.split(":");
        InetSocketAddress address = new InetSocketAddress(hostAndPort[0], Integer.parseInt(hostAndPort[1]));
        DriverConfigLoader settings = DriverConfigLoader.programmaticBuilder()
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, DcInferringLoadBalancingPolicy.class)
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, DefaultConsistencyLevel.QUORUM.name())
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT)
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT.multipliedBy(4))
                .build();
        return CqlSession.builder()
                .addContactPoint(address)
                .withNodeDistanceEvaluator((other, datacenter) ->
                        isAt(other, address.getAddress()) ? NodeDistance.LOCAL : NodeDistance.IGNORED)
                .withConfigLoader(settings)
                .build();
    }

    private static boolean isAt(Node node, InetAddress address) {
        return node.getEndPoint().resolve() instanceof InetSocketAddress known && address.equals(known.getAddress());
    }

    /** Waits for all nodes, because each of them must hold a replica. */
    @Override
    public void create() {
        CqlSession session = sessions.get(0);
        Collection<Node> nodes = session.getMetadata().getNodes().values();
        if (nodes.size() < sessions.size()) {
            throw new IllegalStateException("only known yet: " + nodes);
        }
        String replicas = nodes.stream()
                .collect(Collectors.groupingBy(Node::getDatacenter, Collectors.counting()))
                .entrySet()
                .stream()
                .map(datacenter -> ", '%s': %d".formatted(datacenter.getKey(), datacenter.getValue()))
                .collect(Collectors.joining());
        session.execute("create keyspace if not exists shop with replication = {'class': 'NetworkTopologyStrategy'%s}"
                .formatted(replicas));
        session.execute("create table if not exists %s (key text primary key, value text) with read_repair = 'NONE' and speculative_retry = 'NEVER'"
                .formatted(TABLE));
    }

    @Override
    public CompletionStage<AsyncResultSet> write(Order order) {
        prepare();
        int node = Math.floorMod(turn.getAndIncrement(), sessions.size());
        return sessions.get(node).executeAsync(inserts.get(node).bind(order.key(), order.value()));
    }

    private synchronized void prepare() {
        while (inserts.size() < sessions.size()) {
            inserts.add(sessions.get(inserts.size()).prepare("insert into %s (key, value) values (?, ?)".formatted(TABLE)));
        }
    }

    /**
     * At consistency level ONE, a node with a replica reads from itself unless the dynamic snitch prefers another node; the soak
     * disables the snitch.
     */
    @Override
    public void read(Consumer<Order> orders) {
        SimpleStatement all = SimpleStatement.newInstance("select key, value from " + TABLE)
                .setConsistencyLevel(DefaultConsistencyLevel.ONE);
        for (Row row : sessions.get(0).execute(all)) {
            orders.accept(new Order(row.getString("key"), row.getString("value")));
        }
    }

    @Override
    public void close() {
        sessions.forEach(CqlSession::close);
    }
}
