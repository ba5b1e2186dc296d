package io.narrows.node.peer;

import com.google.protobuf.Message;
import io.narrows.node.command.Question;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.socket.SocketKind;
import io.narrows.testkit.FreePort;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The transport of one member on loopback. */
final class TestMember implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(20);

    final PeerIdentity identity;
    final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory("peer-test"), SocketKind.best().handlers());
    final PeerConnections connections;
    final PeerRequests requests;
    final PeerServer server;

    private TestMember(PeerIdentity identity, int port) {
        this.identity = identity;
        connections = new PeerConnections(identity, loops);
        requests = new PeerRequests(connections);
        server = new PeerServer(
                identity, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), loops, connections::reachable);
    }

    /** Starts a listening member. */
    static TestMember start(String cluster) throws IOException {
        return start(cluster, FreePort.next());
    }

    static TestMember start(String cluster, int port) {
        TestMember member = new TestMember(new PeerIdentity(cluster, address(port)), port);
        member.server.init(null);
        return member;
    }

    static String address(int port) {
        return "127.0.0.1:" + port;
    }

    String address() {
        return identity.address();
    }

    CompletableFuture<Message> ask(String peer, String text) {
        return requests.send(peer, question(text), TIMEOUT);
    }

    static AskRequest question(String text) {
        return AskRequest.newBuilder()
                .setQuestion(Question.newBuilder().setStanding(text))
                .build();
    }

    @Override
    public void close() {
        server.shutdown();
        connections.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
