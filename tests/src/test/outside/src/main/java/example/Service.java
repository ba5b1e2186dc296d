package example;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.narrows.middleware.Narrows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A server and a client, both with the middleware, by the policy of a file. Prints the lengths of what the answers have. */
public final class Service {
    private static final MethodDescriptor<byte[], byte[]> APPEND = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("example.Log/Append")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    public static void main(String[] args) throws Exception {
        Narrows narrows = Narrows.fromFile(Path.of(args[0]));
        ServerServiceDefinition service = ServerServiceDefinition.builder("example.Log")
                .addMethod(APPEND, ServerCalls.<byte[], byte[]>asyncUnaryCall((entry, observer) -> {
                    observer.onNext(entry);
                    observer.onCompleted();
                }))
                .build();
        Server server = narrows.on(NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0)).addService(service))
                .build()
                .start();
        ManagedChannel channel = narrows.to("b", NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext())
                .build();
        for (int i = 0; i < 3; i++) {
            byte[] answer = ClientCalls.blockingUnaryCall(channel, APPEND, CallOptions.DEFAULT, new byte[10_000]);
            System.out.println("answer of " + answer.length + " bytes");
        }
        channel.shutdownNow();
        server.shutdownNow();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
