package io.narrows.middleware;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.testkit.BytesMarshaller;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures the overhead of the middleware when the policy says {@code none}: sequential unary calls on loopback. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class UnaryCallBenchmark {
    private static final MethodDescriptor<byte[], byte[]> APPEND = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("example.Log/Append")
            .setRequestMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
            .setResponseMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
            .build();

    @Param({"without", "with"})
    public String interceptors;

    @Param({"100", "1000"})
    public int length;

    private byte[] message;
    private Server server;
    private ManagedChannel channel;

    @Setup
    public void open() throws IOException {
        message = new byte[length];
        NettyServerBuilder serving = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(ServerServiceDefinition.builder("example.Log")
                        .addMethod(APPEND, ServerCalls.<byte[], byte[]>asyncUnaryCall((entry, observer) -> {
                            observer.onNext(entry);
                            observer.onCompleted();
                        }))
                        .build());
        Narrows narrows = narrows();
        server = (interceptors.equals("with") ? narrows.on(serving) : serving)
                .build()
                .start();
        NettyChannelBuilder calling =
                NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext();
        channel = (interceptors.equals("with") ? narrows.to("b", calling) : calling).build();
    }

    private static Narrows narrows() {
        return Narrows.builder()
                .node("a", new Location("r", "z", "h"))
                .place("b", new Location("r", "other", "i"), "127.0.0.1")
                .rule(TrafficClass.GRPC, CodecSpec.of(Codec.NONE))
                .build();
    }

    @TearDown
    public void close() throws InterruptedException {
        channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    @Benchmark
    public byte[] unaryCall() {
        return ClientCalls.blockingUnaryCall(channel, APPEND, CallOptions.DEFAULT, message);
    }
}
