package io.narrows.tests.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.narrows.codec.Codecs;
import io.narrows.codec.ZstdDictionaries;
import io.narrows.middleware.codec.DecodingLimits;
import io.narrows.middleware.codec.GrpcCodecs;
import io.narrows.middleware.codec.MessageDictionary;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the codecs of the middleware and those of github.com/mostynb/go-grpc-compression interoperate in both
 * directions.
 */
final class GoPeerIT {
    private static final int LENGTH = 700_000;

    @TempDir
    private static Path folder;

    private static byte[] message;
    private static Path file;
    private static Path dictionaryFile;
    private static List<String> encodings;
    private static GrpcCodecs codecs;

    @BeforeAll
    static void writeFiles() throws IOException {
        Random random = new Random(8);
        message = text(random, LENGTH);
        file = Files.write(folder.resolve("message"), message);
        List<byte[]> samples = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            samples.add(text(random, 400));
        }
        byte[] dictionary = ZstdDictionaries.train(samples, 8192, 3);
        dictionaryFile = Files.write(folder.resolve("dictionary"), dictionary);
        MessageDictionary known = MessageDictionary.of(dictionary);
        codecs = GrpcCodecs.of(Codecs.load(), DecodingLimits.DEFAULT, known);
        encodings = List.of("zstd", "lz4", "snappy", "gzip", known.encoding());
    }

    @Test
    void javaCallsGo() throws Exception {
        try (GoPeer peer = GoPeer.serve(dictionaryFile)) {
            CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
            codecs.registerIn(compressors);
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", peer.port())
                    .usePlaintext()
                    .compressorRegistry(compressors)
                    .decompressorRegistry(codecs.addedTo(DecompressorRegistry.getDefaultInstance()))
                    .build();
            try {
                for (String encoding : encodings) {
                    AtomicReference<Metadata> headers = new AtomicReference<>();
                    byte[] answer = ClientCalls.blockingUnaryCall(
                            ClientInterceptors.intercept(
                                    channel,
                                    MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>())),
                            Echo.UNARY,
                            CallOptions.DEFAULT.withCompression(encoding).withDeadlineAfter(30, TimeUnit.SECONDS),
                            message);

                    assertThat(answer).as(encoding).isEqualTo(message);
                    assertThat(headers.get().get(Echo.ENCODING)).isEqualTo(encoding);
                }
            } finally {
                channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void goCallsJava() throws Exception {
        CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
        codecs.registerIn(compressors);
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .compressorRegistry(compressors)
                .decompressorRegistry(codecs.addedTo(DecompressorRegistry.getDefaultInstance()))
                .addService(Echo.service())
                .build()
                .start();
        try {
            for (String encoding : encodings) {
                assertThat(GoPeer.call(server.getPort(), encoding, file, dictionaryFile))
                        .as(encoding)
                        .isEmpty();
            }
        } finally {
            server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    private static byte[] text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("/registry/pods/namespace-")
                    .append(random.nextInt(20))
                    .append("/pod-")
                    .append(Integer.toHexString(random.nextInt()))
                    .append(' ');
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }
}
