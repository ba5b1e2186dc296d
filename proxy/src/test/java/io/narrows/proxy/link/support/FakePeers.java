package io.narrows.proxy.link.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Scripted peers of sidecar {@code b}, all of them as node {@code a}, and the target's ends of the connections that
 * they open.
 */
public final class FakePeers implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final SidecarPair pair;
    private final EchoServer target;
    private final List<FakePeer> peers = new ArrayList<>();
    private final List<Socket> accepted = new ArrayList<>(); // an unreferenced socket would be closed by its cleaner

    /** @param target a server that leaves its connections to the test */
    public FakePeers(SidecarPair pair, EchoServer target) {
        this.pair = pair;
        this.target = target;
    }

    /** Returns a peer with a completed greeting that decodes no codec. */
    public FakePeer greeted() throws IOException {
        return greeted(FakePeer.hello("a", Codec.NONE));
    }

    /** Returns a peer with a completed greeting. */
    public FakePeer greeted(Hello.Builder hello) throws IOException {
        FakePeer peer = dial(hello);
        assertThat(peer.readGreeting().getHello().getNode()).isEqualTo("b");
        return peer;
    }

    /** Returns the sidecar's answer to a hello. */
    public Hello answer(Hello.Builder hello) throws IOException {
        return dial(hello).readGreeting().getHello();
    }

    private FakePeer dial(Hello.Builder hello) throws IOException {
        FakePeer peer = new FakePeer(pair.linkPortOfB());
        peers.add(peer);
        peer.send(hello);
        return peer;
    }

    /** Opens a connection to the target and returns the sidecar's answer, which may be a refusal. */
    public static Control open(FakePeer peer, Open.Builder open) throws IOException {
        peer.send(Control.newBuilder().setOpen(open.setTarget("work")));
        return peer.readControl();
    }

    /** Opens a connection to the target and returns the target's end of it. */
    public Socket opened(FakePeer peer) throws IOException, InterruptedException {
        assertThat(open(peer, Open.newBuilder()).hasOpened()).isTrue();
        return accept();
    }

    /** Returns the target's next connection. */
    public Socket accept() throws IOException, InterruptedException {
        Socket connection = target.take();
        connection.setSoTimeout(TIMEOUT_MILLIS);
        accepted.add(connection);
        return connection;
    }

    /** Returns all peers in the order of their greetings. */
    public List<FakePeer> all() {
        return List.copyOf(peers);
    }

    /** Sends single bytes to the target's end of a connection and back. */
    public static void exchange(FakePeer peer, Socket connection, int roundTrips) throws IOException {
        for (int i = 0; i < roundTrips; i++) {
            peer.send(FrameDescriptor.data(Codec.NONE, false), new byte[] {(byte) i});
            assertThat(connection.getInputStream().read()).isEqualTo(i);
            connection.getOutputStream().write(i);
            assertThat(peer.readFrame().payload()).containsExactly(i);
        }
    }

    @Override
    public void close() throws IOException {
        for (FakePeer peer : peers) {
            peer.close();
        }
        for (Socket connection : accepted) {
            connection.close();
        }
    }
}
