package io.narrows.tests.linearizability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutcomeTest {
    private static final Duration ENOUGH = Duration.ofSeconds(30);

    @Test
    void nobodyListens_soItDidNotHappen() throws IOException {
        InetSocketAddress nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) socket.getLocalSocketAddress();
        }

        assertThat(Outcome.of(errorOf(nobody, ENOUGH))).contains(Outcome.FAILED);
    }

    @Test
    void serverEndsBeforeItsAnswer_soNobodyKnows() throws IOException {
        Server[] itself = new Server[1];
        Server server = itself[0] = serving(observer -> itself[0].shutdownNow());
        try {
            assertThat(Outcome.of(errorOf(addressOf(server), ENOUGH))).contains(Outcome.UNKNOWN);
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void noAnswerInTime_soNobodyKnows() throws IOException {
        Server server = serving(observer -> {});
        try {
            assertThat(Outcome.of(errorOf(addressOf(server), Duration.ofMillis(200))))
                    .contains(Outcome.UNKNOWN);
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void storeWithoutSpace_saysThatItDidNotHappen() throws IOException {
        Status status = Status.RESOURCE_EXHAUSTED.withDescription("etcdserver: mvcc: database space exceeded");
        Server server = serving(observer -> observer.onError(status.asRuntimeException()));
        try {
            assertThat(Outcome.of(errorOf(addressOf(server), ENOUGH))).contains(Outcome.FAILED);
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void tooLargeAnswer_leavesTheOutcomeUnknown() {
        Status status = Status.RESOURCE_EXHAUSTED.withDescription("gRPC message exceeds maximum size");

        assertThat(Outcome.of(status.asRuntimeException())).contains(Outcome.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(names = {"INVALID_ARGUMENT", "FAILED_PRECONDITION", "UNIMPLEMENTED", "DATA_LOSS"})
    void errorOfAnInvalidRequest_isNotAnOutcome(Code code) {
        assertThat(Outcome.of(code.toStatus().asRuntimeException())).isEmpty();
    }

    private static StatusRuntimeException errorOf(InetSocketAddress address, Duration timeout) {
        try (StoreClient client = new StoreClient(address, timeout)) {
            return catchThrowableOfType(StatusRuntimeException.class, () -> client.get("key"));
        }
    }

    private interface Behaviour {
        void answer(StreamObserver<RangeResponse> observer);
    }

    private static Server serving(Behaviour behaviour) throws IOException {
        return Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(new KVGrpc.KVImplBase() {
                    @Override
                    public void range(RangeRequest request, StreamObserver<RangeResponse> observer) {
                        behaviour.answer(observer);
                    }
                })
                .build()
                .start();
    }

    private static InetSocketAddress addressOf(Server server) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
    }
}
