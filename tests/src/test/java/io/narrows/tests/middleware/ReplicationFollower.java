package io.narrows.tests.middleware;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.narrows.config.ConfigException;
import io.narrows.middleware.Narrows;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** The process of a follower. */
final class ReplicationFollower {
    private ReplicationFollower() {}

    /** Takes its own address and port, and the configuration. Runs until it is stopped. */
    public static void main(String... args) throws IOException, ConfigException, InterruptedException {
        InetSocketAddress address = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        NettyServerBuilder builder = NettyServerBuilder.forAddress(address).addService(ReplicationService.follower());

        Narrows narrows = Narrows.fromFile(Path.of(args[2]));
        Server server = narrows.on(builder).build();

        server.start().awaitTermination();
    }
}
