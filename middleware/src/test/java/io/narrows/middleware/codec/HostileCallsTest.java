package io.narrows.middleware.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Codec;
import io.grpc.Compressor;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.narrows.codec.Codecs;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.BytesMarshaller;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests damaged messages on a real channel, in both directions: the call ends with a status that gives the reason, and the
 * next call succeeds.
 */
final class HostileCallsTest {
    private static final int SAMPLE = 40;
    private static final GrpcCodecs CODECS = GrpcCodecs.of(Codecs.load(), HostileMessages.LIMITS);
    private static final MethodDescriptor<byte[], byte[]> ECHO = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("echo.Echo/Unary")
            .setRequestMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
            .setResponseMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
            .build();

    private final CompressorRegistry fromClient = CompressorRegistry.newEmptyInstance();
    private final CompressorRegistry fromServer = CompressorRegistry.newEmptyInstance();
    private final DecompressorRegistry decoders = CODECS.addedTo(DecompressorRegistry.getDefaultInstance());
    private Server server;
    private ManagedChannel channel;
    private volatile String answersIn = "identity";

    static Stream<Codec> codecs() {
        return CODECS.all().stream();
    }

    @BeforeEach
    void open() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .compressorRegistry(fromServer)
                .decompressorRegistry(decoders)
                .addService(ServerServiceDefinition.builder("echo.Echo")
                        .addMethod(ECHO, ServerCalls.<byte[], byte[]>asyncUnaryCall((request, observer) -> {
                            ((ServerCallStreamObserver<byte[]>) observer).setCompression(answersIn);
                            observer.onNext(request);
                            observer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .usePlaintext()
                .compressorRegistry(fromClient)
                .decompressorRegistry(decoders)
                .build();
    }

    @AfterEach
    void close() throws InterruptedException {
        channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void requests_endTheirCallsOnly(Codec codec) {
        byte[] message = Message.text(new Random(5), 3000);
        ByteMutator mutator = seeded();
        for (int i = 0; i < SAMPLE; i++) {
            byte[] damaged = mutator.damaged(Message.compressed(codec, message));
            fromClient.register(new Sent(codec, damaged));
            assertThat(outcome(codec.getMessageEncoding(), message)).isEqualTo(Message.outcome(codec, damaged));
        }

        fromClient.register(codec);
        assertThat(call(codec.getMessageEncoding(), message)).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void answers_endTheirCallsOnly(Codec codec) {
        byte[] message = Message.text(new Random(5), 3000);
        ByteMutator mutator = seeded();
        answersIn = codec.getMessageEncoding();
        for (int i = 0; i < SAMPLE; i++) {
            byte[] damaged = mutator.damaged(Message.compressed(codec, message));
            fromServer.register(new Sent(codec, damaged));
            assertThat(outcome("identity", message)).isEqualTo(Message.outcome(codec, damaged));
        }

        fromServer.register(codec);
        assertThat(call("identity", message)).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void bombs_exhaustTheLimit_inBothDirections(Codec codec) {
        byte[] bomb = Message.compressed(codec, new byte[50 << 20]);
        fromClient.register(new Sent(codec, bomb));
        fromServer.register(new Sent(codec, bomb));

        assertThat(outcome(codec.getMessageEncoding(), new byte[1])).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        answersIn = codec.getMessageEncoding();
        assertThat(outcome("identity", new byte[1])).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    private static ByteMutator seeded() {
        long seed = Seed.of(HostileCallsTest.class);
        return new ByteMutator(new SplittableRandom(seed), HostileMessages.FRONT);
    }

    private Status.Code outcome(String encoding, byte[] message) {
        try {
            call(encoding, message);
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        }
    }

    private byte[] call(String encoding, byte[] message) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS);
        fromClient.register(Codec.Identity.NONE);
        fromServer.register(Codec.Identity.NONE);
        return ClientCalls.blockingUnaryCall(channel, ECHO, options.withCompression(encoding), message);
    }

    /** A compressor that sends given bytes under a codec's name. */
    private record Sent(Codec codec, byte[] bytes) implements Compressor {
        @Override
        public String getMessageEncoding() {
            return codec.getMessageEncoding();
        }

        @Override
        public OutputStream compress(OutputStream out) throws IOException {
            out.write(bytes);
            return OutputStream.nullOutputStream();
        }
    }
}
