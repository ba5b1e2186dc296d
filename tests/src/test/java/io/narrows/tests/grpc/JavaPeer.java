package io.narrows.tests.grpc;

import io.grpc.CallOptions;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.narrows.tests.middleware.Echo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The program of {@link GrpcLibrary#JAVA}. */
final class JavaPeer {
    private static final int LIMIT_SECONDS = 120;

    private final CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
    private DecompressorRegistry decompressors = DecompressorRegistry.emptyInstance();

    private JavaPeer() {
        for (GrpcCodec one : GrpcCodec.values()) {
            PrintedCodec codec = new PrintedCodec(one.codec());
            compressors.register(codec);
            decompressors = decompressors.with(codec, true);
        }
    }

    /** Takes a verb and its arguments. */
    public static void main(String... args) throws IOException, InterruptedException, ExecutionException {
        JavaPeer peer = new JavaPeer();
        switch (args[0]) {
            case "echo" -> peer.echo(address(args[1])).awaitTermination();
            case "send" -> peer.send(address(args[1]), args[2], Path.of(args[3]), Integer.parseInt(args[4]));
            default -> throw new IllegalArgumentException(args[0] + " (expected: echo or send)");
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.indexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private Server echo(InetSocketAddress address) throws IOException {
        Server server = NettyServerBuilder.forAddress(address)
                .compressorRegistry(compressors)
                .decompressorRegistry(decompressors)
                .addService(Echo.service())
                .build()
                .start();
        System.out.println(server.getPort());
        return server;
    }

    private void send(InetSocketAddress address, String encoding, Path file, int calls)
            throws IOException, InterruptedException, ExecutionException {
        ManagedChannel channel = NettyChannelBuilder.forAddress(address)
                .usePlaintext()
                .compressorRegistry(compressors)
                .decompressorRegistry(decompressors)
                .build();
        ExecutorService threads = Executors.newFixedThreadPool(calls);
        List<Future<byte[]>> answers = new ArrayList<>();
        for (String message : Files.readAllLines(file)) {
            answers.add(threads.submit(() -> ClientCalls.blockingUnaryCall(
                    channel,
                    Echo.UNARY,
                    CallOptions.DEFAULT.withCompression(encoding).withDeadlineAfter(LIMIT_SECONDS, TimeUnit.SECONDS),
                    message.getBytes(StandardCharsets.US_ASCII))));
        }
        for (Future<byte[]> answer : answers) {
            answer.get();
        }
        threads.shutdown();
        channel.shutdown().awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
