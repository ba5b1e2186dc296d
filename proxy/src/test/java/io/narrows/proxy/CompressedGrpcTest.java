package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.scrape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.BytesMarshaller;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages of grpc-java through a pair of sidecars, with its own gzip and without. */
@Timeout(60)
final class CompressedGrpcTest {
    private static final String RAW = "narrows_raw_frames_total\\{peer=\"[ab]\",reason=\"grpc-compressed\"\\} [1-9]";
    private static final int CALLS = 60;
    private static final int LETTERS = 16;
    private static final MethodDescriptor<byte[], byte[]> ECHO = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("echo.Echo/Unary")
            .setRequestMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
            .setResponseMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
            .build();

    @TempDir
    private Path folder;

    private Server server;
    private ManagedChannel channel;

    @BeforeEach
    void open() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(ServerServiceDefinition.builder("echo.Echo")
                        .addMethod(ECHO, ServerCalls.<byte[], byte[]>asyncUnaryCall((message, observer) -> {
                            ((ServerCallStreamObserver<byte[]>) observer).setCompression("gzip");
                            observer.onNext(message);
                            observer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
    }

    @AfterEach
    void close() throws InterruptedException {
        channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    @Test
    void sideThatCompressesItself_goesRaw_andTheOtherDoesNot() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, server.getPort(), "- {codec: zstd}").start()) {
            channel = NettyChannelBuilder.forAddress("127.0.0.1", pair.listenerPort())
                    .usePlaintext()
                    .build();

            callWith(CallOptions.DEFAULT);

            await().untilAsserted(() -> assertThat(scrape(pair, "b")).containsPattern(RAW));
            assertThat(scrape(pair, "a")).doesNotContainPattern(RAW);

            callWith(CallOptions.DEFAULT.withCompression("gzip"));

            await().untilAsserted(() -> assertThat(scrape(pair, "a")).containsPattern(RAW));
        }
    }

    /** Calls whose message consists of letters, which gzip halves. */
    private void callWith(CallOptions options) {
        Random random = new Random(4);
        for (int i = 0; i < CALLS; i++) {
            byte[] message = new byte[10_000];
            for (int at = 0; at < message.length; at++) {
                message[at] = (byte) ('a' + random.nextInt(LETTERS));
            }
            byte[] answer = ClientCalls.blockingUnaryCall(
                    channel, ECHO, options.withDeadlineAfter(20, TimeUnit.SECONDS), message);
            assertThat(answer).isEqualTo(message);
        }
    }
}
