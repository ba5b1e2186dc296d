package io.narrows.node.api;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.narrows.node.command.Command;
import io.narrows.node.command.GroupVersion;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.ClusterGrpc;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.etcd.WatchGrpc;
import io.narrows.node.metrics.Exposition;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.support.LocalReplica;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A single-node group served on loopback, and a client for it. */
final class ServedNode implements Closeable {
    static final String CLUSTER = "test";
    static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    static final ApiOptions PLAIN = new ApiOptions(List.of(ANY_PORT), Optional.empty(), 2, Duration.ofMillis(60));

    private final Keyspace keyspace;
    private final LocalReplica replica;
    private final ApiServer server;
    private final ManagedChannel channel;

    ServedNode(Path directory) throws IOException {
        this(directory, sink -> {
            throw new IOException("no snapshots in this test");
        });
    }

    ServedNode(Path directory, SnapshotSource snapshots) throws IOException {
        this(directory, snapshots, Long.MAX_VALUE);
    }

    ServedNode(Path directory, SnapshotSource snapshots, long quotaBytes) throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        WatchHub watches = new WatchHub(keyspace, WatchOptions.DEFAULT);
        Learnership learnership = new Learnership(keyspace, LocalReplica.ADDRESS);
        replica = new LocalReplica(keyspace, ChangeListener.all(List.of(watches, learnership)));
        SpaceQuota quota = quota(keyspace, replica, quotaBytes);
        server = ApiServer.start(
                PLAIN,
                new ApiBackend(CLUSTER, keyspace, replica, watches, snapshots, quota, learnership, new Exposition()));
        channel = Grpc.newChannelBuilder(target(server), InsecureChannelCredentials.create())
                .build();
    }

    static SpaceQuota quota(Keyspace keyspace, Replica replica, long bytes) {
        return new SpaceQuota(CLUSTER, keyspace, replica, bytes, () -> false, System::nanoTime);
    }

    static String target(ApiServer server) {
        return "localhost:" + ((InetSocketAddress) server.addresses().get(0)).getPort();
    }

    /** Lets the group agree on the newest command version. */
    void agree() throws Exception {
        GroupVersion newest =
                GroupVersion.newBuilder().setVersion(CommandVersions.NEWEST).build();
        replica.propose(Command.newBuilder().setRaiseVersion(newest).build()).get(20, TimeUnit.SECONDS);
    }

    ApiServer server() {
        return server;
    }

    Keyspace keyspace() {
        return keyspace;
    }

    LocalReplica replica() {
        return replica;
    }

    ManagedChannel channel() {
        return channel;
    }

    KVGrpc.KVBlockingStub kv() {
        return KVGrpc.newBlockingStub(channel);
    }

    LeaseGrpc.LeaseBlockingStub leases() {
        return LeaseGrpc.newBlockingStub(channel);
    }

    LeaseGrpc.LeaseStub leaseStreams() {
        return LeaseGrpc.newStub(channel);
    }

    WatchGrpc.WatchStub watches() {
        return WatchGrpc.newStub(channel);
    }

    MaintenanceGrpc.MaintenanceBlockingStub maintenance() {
        return MaintenanceGrpc.newBlockingStub(channel);
    }

    ClusterGrpc.ClusterBlockingStub members() {
        return ClusterGrpc.newBlockingStub(channel);
    }

    /** Expects a refusal as clients see it: code and text. */
    static void assertRefused(ThrowingCallable call, EtcdError error) {
        assertRefused(call, error.code(), error.text());
    }

    static void assertRefused(ThrowingCallable call, Status.Code code, String text) {
        Assertions.assertThatExceptionOfType(StatusRuntimeException.class)
                .isThrownBy(call)
                .satisfies(e -> {
                    Assertions.assertThat(e.getStatus().getCode()).isEqualTo(code);
                    Assertions.assertThat(e.getStatus().getDescription()).contains(text);
                });
    }

    @Override
    public void close() throws IOException {
        channel.shutdownNow();
        try {
            channel.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
        replica.close();
        keyspace.close();
    }
}
