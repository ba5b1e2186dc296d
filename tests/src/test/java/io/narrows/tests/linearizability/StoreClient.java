package io.narrows.tests.linearizability;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.StatusRequest;
import io.narrows.node.etcd.StatusResponse;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import java.io.Closeable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Operations on one member of a store with etcd's API. Thread-safe. */
public final class StoreClient implements Closeable {
    static final ByteString EVERY_KEY = ByteString.copyFrom(new byte[1]);

    private static final int LARGEST_ANSWER = 64 << 20;
    private static final long NO_LEASE = 0;
    private static final Duration STATUS_LIMIT = Duration.ofMillis(300);

    private final ManagedChannel channel;
    private final Duration timeout;

    /** Connects on first use. An operation that takes longer than the timeout has an unknown outcome. */
    StoreClient(InetSocketAddress member, Duration timeout) {
        this.channel = Grpc.newChannelBuilderForAddress(
                        member.getAddress().getHostAddress(), member.getPort(), InsecureChannelCredentials.create())
                .maxInboundMessageSize(LARGEST_ANSWER)
                .build();
        this.timeout = timeout;
    }

    ManagedChannel channel() {
        return channel;
    }

    /** @throws io.grpc.StatusRuntimeException if there is no response; {@link Outcome#of} interprets it */
    Answer execute(Invocation invocation) {
        return switch (invocation.kind()) {
            case GET -> get(invocation.key());
            case PUT, PUT_AND_TELL -> put(invocation);
            case REPLACE_VALUE, REPLACE_REVISION -> replace(invocation, NO_LEASE);
            case DELETE -> delete(invocation.key());
            case HOLD, EXPIRE -> throw new IllegalArgumentException(invocation.kind() + " is not one call");
        };
    }

    /** Performs a linearizable read of one key. */
    Answer get(String key) {
        RangeResponse response = stub().range(read(key));
        return new Answer(response.getHeader().getRevision(), true, Optional.of(Version.of(response.getKvsList())));
    }

    /** Returns this member's own status, without asking the others. */
    StatusResponse status() {
        channel.resetConnectBackoff();
        return MaintenanceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(STATUS_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .status(StatusRequest.getDefaultInstance());
    }

    /** Returns all keys that this member had at the revision, without asking the others. */
    Map<String, Version> allAt(long revision) {
        RangeResponse response = stub().range(RangeRequest.newBuilder()
                .setKey(EVERY_KEY)
                .setRangeEnd(EVERY_KEY)
                .setRevision(revision)
                .setSerializable(true)
                .build());
        Map<String, Version> all = new TreeMap<>();
        response.getKvsList().forEach(found -> all.put(found.getKey().toStringUtf8(), Version.of(found)));
        return all;
    }

    private Answer put(Invocation invocation) {
        boolean tell = invocation.kind() == Invocation.Kind.PUT_AND_TELL;
        PutResponse response = stub().put(write(invocation).setPrevKv(tell).build());
        Version before = response.hasPrevKv() ? Version.of(response.getPrevKv()) : Version.NOTHING;
        return new Answer(response.getHeader().getRevision(), true, tell ? Optional.of(before) : Optional.empty());
    }

    /** Performs {@link #execute} for a key that will belong to a lease. */
    Answer create(Invocation invocation, long lease) {
        return replace(invocation, lease);
    }

    /** Returns a new lease. */
    long grant(int ttlSeconds) {
        return leases().leaseGrant(
                        LeaseGrantRequest.newBuilder().setTTL(ttlSeconds).build())
                .getID();
    }

    /** Returns the lease that a version of a key belongs to, if the key still has that version. */
    OptionalLong leaseOf(String key, Version version) {
        return stub().range(read(key)).getKvsList().stream()
                .filter(found -> found.getModRevision() == version.revision())
                .mapToLong(KeyValue::getLease)
                .findAny();
    }

    /** Ends a lease and removes its keys. */
    void revoke(long lease) {
        leases().leaseRevoke(LeaseRevokeRequest.newBuilder().setID(lease).build());
    }

    /** Renews a lease; returns its remaining seconds, 0 if it is gone. */
    long renew(long lease) {
        return Renewal.once(
                channel, LeaseKeepAliveRequest.newBuilder().setID(lease).build(), timeout);
    }

    private Answer replace(Invocation invocation, long lease) {
        TxnResponse response = stub().txn(TxnRequest.newBuilder()
                .addCompare(comparison(invocation))
                .addSuccess(
                        RequestOp.newBuilder().setRequestPut(write(invocation).setLease(lease)))
                .addFailure(RequestOp.newBuilder().setRequestRange(read(invocation.key())))
                .build());
        Optional<Version> seen = response.getSucceeded()
                ? Optional.empty()
                : Optional.of(
                        Version.of(response.getResponses(0).getResponseRange().getKvsList()));
        return new Answer(response.getHeader().getRevision(), response.getSucceeded(), seen);
    }

    private Answer delete(String key) {
        DeleteRangeResponse response = stub().deleteRange(DeleteRangeRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .setPrevKv(true)
                .build());
        return new Answer(response.getHeader().getRevision(), true, Optional.of(Version.of(response.getPrevKvsList())));
    }

    private static Compare comparison(Invocation invocation) {
        Version expected = invocation.expected().orElseThrow();
        Compare.Builder compare = Compare.newBuilder()
                .setKey(ByteString.copyFromUtf8(invocation.key()))
                .setResult(Compare.CompareResult.EQUAL);
        return invocation.kind() == Invocation.Kind.REPLACE_VALUE
                ? compare.setTarget(Compare.CompareTarget.VALUE)
                        .setValue(Payload.of(expected.id()))
                        .build()
                : compare.setTarget(Compare.CompareTarget.MOD)
                        .setModRevision(expected.revision())
                        .build();
    }

    private static RangeRequest read(String key) {
        return RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8(key)).build();
    }

    private static PutRequest.Builder write(Invocation invocation) {
        return PutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(invocation.key()))
                .setValue(Payload.of(invocation.id()));
    }

    private LeaseGrpc.LeaseBlockingStub leases() {
        channel.resetConnectBackoff();
        return LeaseGrpc.newBlockingStub(channel).withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    private KVGrpc.KVBlockingStub stub() {
        // Immediately retries a member that was down, rather than after gRPC's growing back-off.
        channel.resetConnectBackoff();
        return KVGrpc.newBlockingStub(channel).withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns one client per member. */
    public static List<StoreClient> of(List<InetSocketAddress> members, Duration timeout) {
        return members.stream().map(member -> new StoreClient(member, timeout)).toList();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
