package io.narrows.node.replica;

import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.impl.ClientProtoUtils;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.proto.RaftProtos.RaftClientReplyProto;
import org.apache.ratis.proto.RaftProtos.RaftClientRequestProto;
import org.apache.ratis.proto.grpc.RaftClientProtocolServiceGrpc;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.AlreadyClosedException;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;

/**
 * Brings requests to other members, by the same addresses as all that members say to each other. Each is sent once: what became
 * of one that failed is not known, and sent again it may be applied twice. Ratis' own client sends again, relying on what the
 * leader remembers, which a restart or a new leader may not. Safe for use by many threads; no call blocks.
 */
final class Forwarder implements Closeable {
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    private final Map<RaftPeerId, ManagedChannel> channels = new HashMap<>();
    private boolean closed;

    /**
     * Sends a request to the member that it names.
     *
     * @return the member's reply, which may be an exception of Ratis; fails when there is none within the timeout
     */
    CompletableFuture<RaftClientReply> send(RaftClientRequest request, Duration timeout) {
        RaftPeerId target = request.getServerId();
        ManagedChannel channel = channel(target);
        if (channel == null) {
            return CompletableFuture.failedFuture(new AlreadyClosedException("the member stops"));
        }
        CompletableFuture<RaftClientReply> reply = new CompletableFuture<>();
        // A stream for each: Ratis fails all that is under way on one with what any of it fails with.
        StreamObserver<RaftClientRequestProto> stream = RaftClientProtocolServiceGrpc.newStub(channel)
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .unordered(new Receiver(reply));
        stream.onNext(ClientProtoUtils.toRaftClientRequestProto(request));
        stream.onCompleted();
        return reply.whenComplete((answer, failure) -> {
            if (failure != null) {
                discard(target, channel);
            }
        });
    }

    private synchronized ManagedChannel channel(RaftPeerId target) {
        return closed ? null : channels.computeIfAbsent(target, Forwarder::connect);
    }

    /** The next request does not wait until this one's backoff is over, nor for a connection that died without a word. */
    private synchronized void discard(RaftPeerId target, ManagedChannel failed) {
        if (channels.remove(target, failed)) {
            failed.shutdown();
        }
    }

    /** Fails what is under way. */
    @Override
    public void close() {
        List<ManagedChannel> ended;
        synchronized (this) {
            closed = true;
            ended = List.copyOf(channels.values());
            channels.clear();
        }
        ended.forEach(ManagedChannel::shutdownNow);
    }

    private static ManagedChannel connect(RaftPeerId member) {
        return NettyChannelBuilder.forTarget(member.toString())
                .usePlaintext()
                .proxyDetector(address -> null)
                .disableRetry()
                .maxInboundMessageSize(MAX_ANSWER_BYTES)
                .directExecutor()
                .build();
    }

    private record Receiver(CompletableFuture<RaftClientReply> reply) implements StreamObserver<RaftClientReplyProto> {
        @Override
        public void onNext(RaftClientReplyProto message) {
            reply.complete(ClientProtoUtils.toRaftClientReply(message));
        }

        @Override
        public void onError(Throwable failure) {
            reply.completeExceptionally(GrpcUtil.unwrapIOException(failure));
        }

        @Override
        public void onCompleted() {
            reply.completeExceptionally(new AlreadyClosedException("the member ended without an answer"));
        }
    }
}
