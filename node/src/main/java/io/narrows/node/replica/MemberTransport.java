package io.narrows.node.replica;

import com.alipay.sofa.jraft.rpc.impl.PingRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.AppendEntriesRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.GetFileRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.InstallSnapshotRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.ReadIndexRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.RequestVoteRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.TimeoutNowRequestProcessor;
import io.narrows.node.peer.PeerConnections;
import io.narrows.node.peer.PeerIdentity;
import io.narrows.node.peer.PeerOptions;
import io.narrows.node.peer.PeerRequests;
import io.narrows.node.peer.PeerServer;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.ProposeRequest;
import io.narrows.node.socket.SocketKind;
import io.narrows.node.thread.DaemonThreads;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The connections between this member and the others, on one event loop. */
final class MemberTransport implements Closeable {
    private static final int VOTES_AND_SNAPSHOTS = 2;
    private static final long END_SECONDS = 5;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            1, DaemonThreads.named("narrows-peers"), SocketKind.best().handlers());
    private final ExecutorService executor =
            Executors.newFixedThreadPool(VOTES_AND_SNAPSHOTS, DaemonThreads.numbered("narrows-peers-"));
    private final PeerConnections connections;
    private final PeerServer server;

    private MemberTransport(RaftSettings settings, RequestsOfOthers requests, Consumer<String> connected) {
        PeerIdentity self = new PeerIdentity(settings.cluster(), settings.peerAddress());
        connections = new PeerConnections(self, loops);
        server = new PeerServer(self, settings.bind(), loops, peer -> {
            connections.reachable(peer);
            connected.accept(peer);
        });
        server.handle(ProposeRequest.class, requests::propose);
        server.handle(AskRequest.class, requests::ask);
        // The processors of RaftRpcServerFactory, except those that let outsiders change the group.
        AppendEntriesRequestProcessor entries = new AppendEntriesRequestProcessor(executor);
        server.registerConnectionClosedEventListener(entries);
        server.registerProcessor(entries);
        server.registerProcessor(new GetFileRequestProcessor(executor));
        server.registerProcessor(new InstallSnapshotRequestProcessor(executor));
        server.registerProcessor(new RequestVoteRequestProcessor(executor));
        server.registerProcessor(new PingRequestProcessor(executor));
        server.registerProcessor(new TimeoutNowRequestProcessor(executor));
        server.registerProcessor(new ReadIndexRequestProcessor(executor));
    }

    /**
     * Starts listening for the other members.
     *
     * @param connected receives the address of each member that connects, on the event loop, which it must not block
     * @throws IOException if the address is in use
     */
    static MemberTransport listen(RaftSettings settings, RequestsOfOthers requests, Consumer<String> connected)
            throws IOException {
        MemberTransport made = new MemberTransport(settings, requests, connected);
        try {
            made.server.init(null);
            return made;
        } catch (UncheckedIOException e) {
            made.close();
            throw e.getCause();
        }
    }

    /** Starts dialing a member unless there is a connection. */
    void dial(String member) {
        connections.dial(member);
    }

    /** Returns the SOFAJRaft options that make its node use these connections. */
    PeerOptions options() {
        return new PeerOptions(connections);
    }

    OtherMembers others() {
        return new OtherMembers(new PeerRequests(connections));
    }

    @Override
    public void close() {
        server.shutdown();
        connections.close();
        executor.shutdown();
        loops.shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
