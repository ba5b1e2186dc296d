package io.narrows.node.state;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Refusal;
import io.narrows.node.etcd.HashKVRequest;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * This machine's {@code etcd} as a separate process, new and empty. The headers of its responses are reduced to the
 * revision.
 */
final class RealEtcd implements AutoCloseable {
    private final Process process;
    private final ManagedChannel channel;

    private RealEtcd(Process process, ManagedChannel channel) {
        this.process = process;
        this.channel = channel;
    }

    static RealEtcd start(Path directory) throws IOException {
        int port = FreePort.next();
        String client = "http://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + FreePort.next();
        Process process = new ProcessBuilder(List.of(
                        "etcd",
                        "--data-dir=" + directory.resolve("etcd"),
                        "--listen-client-urls=" + client,
                        "--advertise-client-urls=" + client,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=default=" + peer,
                        "--log-level=error"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("etcd.log").toFile())
                .start();
        return new RealEtcd(
                process,
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build());
    }

    Outcome apply(Command command) {
        Outcome.Builder outcome = Outcome.newBuilder();
        try {
            switch (command.getKindCase()) {
                case PUT -> outcome.setPut(kv().put(command.getPut()));
                case DELETE_RANGE -> outcome.setDeleteRange(kv().deleteRange(command.getDeleteRange()));
                case TXN -> outcome.setTxn(kv().txn(command.getTxn()));
                case COMPACT -> outcome.setCompact(kv().compact(command.getCompact()));
                case GRANT -> outcome.setGrant(leases().leaseGrant(command.getGrant()));
                case REVOKE -> outcome.setRevoke(leases().leaseRevoke(command.getRevoke()));
                default -> throw new IllegalArgumentException("nothing that etcd's clients say: " + command);
            }
        } catch (StatusRuntimeException e) {
            return outcome.setRefusal(Refusal.newBuilder()
                            .setCode(e.getStatus().getCode().value())
                            .setText(e.getStatus().getDescription()))
                    .build();
        }
        switch (outcome.getKindCase()) {
            case PUT -> strip(outcome.getPutBuilder().getHeaderBuilder());
            case DELETE_RANGE -> strip(outcome.getDeleteRangeBuilder().getHeaderBuilder());
            case TXN -> strip(outcome.getTxnBuilder().getHeaderBuilder());
            case COMPACT -> strip(outcome.getCompactBuilder().getHeaderBuilder());
            case GRANT -> strip(outcome.getGrantBuilder().getHeaderBuilder());
            default -> strip(outcome.getRevokeBuilder().getHeaderBuilder());
        }
        return outcome.build();
    }

    /** @throws StatusRuntimeException if the request is refused */
    RangeResponse range(RangeRequest request) {
        RangeResponse.Builder response = kv().range(request).toBuilder();
        strip(response.getHeaderBuilder());
        return response.build();
    }

    /** @throws StatusRuntimeException if the request is refused */
    int hashKv(long revision) {
        return MaintenanceGrpc.newBlockingStub(channel)
                .hashKV(HashKVRequest.newBuilder().setRevision(revision).build())
                .getHash();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        process.destroyForcibly().onExit().join();
    }

    private KVGrpc.KVBlockingStub kv() {
        return KVGrpc.newBlockingStub(channel).withWaitForReady().withDeadlineAfter(1, TimeUnit.MINUTES);
    }

    private LeaseGrpc.LeaseBlockingStub leases() {
        return LeaseGrpc.newBlockingStub(channel).withWaitForReady().withDeadlineAfter(1, TimeUnit.MINUTES);
    }

    private static void strip(ResponseHeader.Builder header) {
        header.clearClusterId().clearMemberId().clearRaftTerm();
    }
}
