package io.narrows.tests.node;

import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.WatchGrpc;
import java.util.concurrent.CompletableFuture;

/** A connection to a store with etcd's API. */
final class StoreClient implements AutoCloseable {
    private static final int MAX_MESSAGE = 64 << 20;

    private final ManagedChannel channel;

    private StoreClient(ManagedChannel channel) {
        this.channel = channel;
    }

    static StoreClient of(int port) {
        return new StoreClient(NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .maxInboundMessageSize(MAX_MESSAGE)
                .build());
    }

    <Q extends MessageOrBuilder, A extends MessageOrBuilder> CompletableFuture<Answer> ask(Call<Q, A> call) {
        First<A> first = new First<>();
        ClientCall<Q, A> sent = channel.newCall(call.method(), CallOptions.DEFAULT);
        if (call.method().getType() == MethodType.UNARY) {
            ClientCalls.asyncUnaryCall(sent, call.request(), first);
        } else {
            StreamObserver<Q> requests = ClientCalls.asyncBidiStreamingCall(sent, first);
            requests.onNext(call.request());
            first.answer.whenComplete((answer, failure) -> requests.onCompleted());
        }
        return first.answer;
    }

    /** Creates a lease whose id the store chooses. */
    LeaseGrantResponse grant(long ttl) {
        return LeaseGrpc.newBlockingStub(channel)
                .leaseGrant(LeaseGrantRequest.newBuilder().setTTL(ttl).build());
    }

    WatchLog watch() {
        return WatchLog.begin(WatchGrpc.newStub(channel)::watch);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private static final class First<A extends MessageOrBuilder> implements StreamObserver<A> {
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();

        @Override
        public void onNext(A response) {
            answer.complete(Answer.of((Message) response));
        }

        @Override
        public void onError(Throwable failure) {
            answer.complete(Answer.refusal(failure));
        }

        @Override
        public void onCompleted() {
            answer.completeExceptionally(new IllegalStateException("the call ended without an answer"));
        }
    }
}
