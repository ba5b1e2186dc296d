package io.narrows.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.narrows.config.HostPort;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FirstWriteTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void attempt_thatFails_orHasNoAnswer_isFollowedByAnother() throws IOException {
        long begun = System.nanoTime();
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new Member())
                .build()
                .start();
        try (FirstWrite write = FirstWrite.begin(List.of(new HostPort("127.0.0.1", server.getPort())))) {
            assertThat(write.await(LIMIT) - begun).isPositive();
        } finally {
            server.shutdownNow();
        }
        assertThat(attempts).hasValueGreaterThanOrEqualTo(3);
    }

    /** Refuses the first put, does not answer the second, and acknowledges the others. */
    private final class Member extends KVGrpc.KVImplBase {
        @Override
        public void put(PutRequest request, StreamObserver<PutResponse> responses) {
            switch (attempts.incrementAndGet()) {
                case 1 -> responses.onError(Status.UNAVAILABLE.asRuntimeException());
                case 2 -> {}
                default -> {
                    responses.onNext(PutResponse.getDefaultInstance());
                    responses.onCompleted();
                }
            }
        }
    }
}
