package io.narrows.databases.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.narrows.databases.ClientProgram;
import io.narrows.databases.DatabaseClient;
import io.narrows.databases.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/**
 * Stores each order as a node below {@code /orders}. Each member has its own session, and writes alternate between the members: a
 * write through a follower takes one more round trip than a write through the leader.
 */
public final class ZooKeeperClient implements DatabaseClient {
    private static final String ORDERS = "/orders";
    private static final int SESSION_MILLIS = 30_000;

    private final List<ZooKeeper> sessions = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private ZooKeeperClient(List<String> members) throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(members.size());
        for (String member : members) {
            sessions.add(new ZooKeeper(member, SESSION_MILLIS, event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            }));
        }
        connected.await();
    }

    public static void main(String[] args) {
        ClientProgram.run(ZooKeeperClient::new, args);
    }

    @Override
    public void create() throws KeeperException, InterruptedException {
        ZooKeeper session = sessions.get(0);
        if (session.exists(ORDERS, false) == null) {
            session.create(ORDERS, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        }
    }

    @Override
    public CompletableFuture<Void> write(Order order) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        ZooKeeper session = sessions.get(Math.floorMod(turn.getAndIncrement(), sessions.size()));
        session.create(
                ORDERS + "/" + order.key(),
                order.value().getBytes(UTF_8),
                Ids.OPEN_ACL_UNSAFE,
                CreateMode.PERSISTENT,
                (code, path, context, name) -> complete(acknowledged, Code.get(code), path),
                null);
        return acknowledged;
    }

    private static void complete(CompletableFuture<Void> acknowledged, Code code, String path) {
        if (code == Code.OK || code == Code.NODEEXISTS) {
            acknowledged.complete(null);
        } else {
            acknowledged.completeExceptionally(KeeperException.create(code, path));
        }
    }

    /** A member serves reads from its own tree. */
    @Override
    public void read(Consumer<Order> orders) throws Exception {
        ZooKeeper session = sessions.get(0);
        CompletableFuture<Void> synced = new CompletableFuture<>();
        session.sync(ORDERS, (code, path, context) -> complete(synced, Code.get(code), path), null);
        synced.get();
        List<CompletableFuture<Order>> reads = new ArrayList<>();
        for (String key : session.getChildren(ORDERS, false)) {
            CompletableFuture<Order> read = new CompletableFuture<>();
            session.getData(
                    ORDERS + "/" + key,
                    false,
                    (code, path, context, data, stat) -> {
                        if (code == Code.OK.intValue()) {
                            read.complete(new Order(key, new String(data, UTF_8)));
                        } else {
                            read.completeExceptionally(KeeperException.create(Code.get(code), path));
                        }
                    },
                    null);
            reads.add(read);
        }
        for (CompletableFuture<Order> read : reads) {
            orders.accept(read.get());
        }
    }

    @Override
    public void close() {
        try {
            for (ZooKeeper session : sessions) {
                session.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
