package io.narrows.middleware;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Location;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;

/** Servers and channels on loopback, with and without the middleware; closes them all. */
final class Ends {
    static final Location NEAR = new Location("us-east-1", "us-east-1a", "h1");
    static final Location FAR = new Location("eu-west-1", "eu-west-1a", "h2");

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /**
     * Returns a node that finds the others on loopback and compresses traffic to another region, except heartbeats, with
     * zstd.
     */
    static NarrowsBuilder node(String id, Location own, String other, Location at) {
        return Narrows.builder()
                .node(id, own)
                .place(other, at, "127.0.0.0/8")
                .method("test.Replication", "Heartbeat", TrafficClass.HEARTBEAT)
                .method("test.*", "*", TrafficClass.REPLICATION)
                .rule(TrafficClass.HEARTBEAT, CodecSpec.of(Codec.NONE))
                .rule(Tier.CROSS_REGION, CodecSpec.of(Codec.ZSTD, 3));
    }

    static NarrowsBuilder near() {
        return node("near", NEAR, "far", FAR);
    }

    static NarrowsBuilder far() {
        return node("far", FAR, "near", NEAR);
    }

    static NettyServerBuilder server(Encodings seen) {
        return server(seen, 0);
    }

    static NettyServerBuilder server(Encodings seen, int port) {
        return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
                .addStreamTracerFactory(seen)
                .addService(Replication.service());
    }

    Server start(NettyServerBuilder builder) throws IOException {
        Server server = builder.build().start();
        open.push(() -> server.shutdownNow().awaitTermination());
        return server;
    }

    static NettyChannelBuilder channel(Server server) {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext();
    }

    ManagedChannel open(NettyChannelBuilder builder) {
        ManagedChannel channel = builder.build();
        open.push(channel::shutdownNow);
        return channel;
    }

    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
