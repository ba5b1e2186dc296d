package io.narrows.proxy.capture;

import static io.narrows.proxy.support.Applications.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.FoundNodes;
import io.narrows.config.HostPort;
import io.narrows.config.Interception;
import io.narrows.config.IpAddress;
import io.narrows.config.PeerSource;
import io.narrows.config.TrafficClass;
import io.narrows.config.TransparentCapture;
import io.narrows.config.TransportKind;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TransparentConnectionTest {
    private static final int LIMIT_MILLIS = 20_000;
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);
    private static final String PEER_WITH_A_NAME = """
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers: [{id: b, link: 'b.example:3'}]
            """;
    private static final String PEERS_THAT_ARE_FOUND = """
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1, plaintext: true}
            targets: {}
            peers-from: [{dns: 'peers.example:3', plaintext: true}]
            """;

    @AutoClose
    private final Transport transport = new Transport(TransportKind.EPOLL, 1);

    private final Sockets sockets = new Sockets(transport);
    private final CompletableFuture<Promise<List<InetSocketAddress>>> lookUp = new CompletableFuture<>();
    private final CompletableFuture<Void> inputShut = new CompletableFuture<>();
    private final LinkEnvironment links =
            LinkEnvironments.of(PEER_WITH_A_NAME, new EventMeter(), Runnable::run, System::nanoTime);
    private final AtomicLong nanos = new AtomicLong();
    private final LinkEnvironment finding =
            LinkEnvironments.of(PEERS_THAT_ARE_FOUND, new EventMeter(), Runnable::run, nanos::get);

    @Test
    void bytesAndEndDuringTheLookUpOfAName_reachTheDestination() throws Exception {
        Channel capture = capture(links);
        InetSocketAddress address = (InetSocketAddress) capture.localAddress();

        try (Socket application = captured(address.getPort())) {
            // The connection was made to the capture's own address, so its destination takes the capture's place.
            capture.close().sync();
            try (ServerSocket destination = new ServerSocket(address.getPort(), 1, address.getAddress())) {
                lookUp.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .setSuccess(List.of(new InetSocketAddress(InetAddress.getByName("10.0.0.2"), 0)));
                try (Socket reached = accept(destination)) {
                    assertThat(reached.getInputStream().readAllBytes()).isEqualTo(HELLO);
                    reached.getOutputStream().write(HELLO);
                }
            }
            assertThat(application.getInputStream().readAllBytes()).isEqualTo(HELLO);
        }
    }

    @Test
    void connectionWaits_untilItIsKnownThatTheNodeIsNoPeer() throws Exception {
        Channel capture = capture(finding);
        InetSocketAddress address = (InetSocketAddress) capture.localAddress();

        try (Socket application = captured(address.getPort())) {
            capture.close().sync();
            try (ServerSocket destination = new ServerSocket(address.getPort(), 1, address.getAddress())) {
                found(nodes(Map.of(), Set.of()));
                try (Socket reached = accept(destination)) {
                    assertThat(reached.getInputStream().readAllBytes()).isEqualTo(HELLO);
                }
            }
            assertThat(application.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void connectionToANodeThatDoesNotAnswer_isRefusedAfterAWhile() throws Exception {
        IpAddress node = IpAddress.parse("127.0.0.1").orElseThrow();
        PeerSource source = finding.live().current().discovery().sources().get(0);
        found(nodes(Map.of(node, source), Set.of(node)));
        Channel capture = capture(finding);

        try (Socket application = captured(((InetSocketAddress) capture.localAddress()).getPort())) {
            assertThat(refused()).isZero();

            nanos.addAndGet(TransparentConnection.PATIENCE.toNanos());

            assertThatThrownBy(() -> application.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThat(refused()).isEqualTo(1);
    }

    /** Returns an application's connection whose bytes and end the capture has read. */
    private Socket captured(int port) throws Exception {
        Socket application = connect(port);
        application.setSoTimeout(LIMIT_MILLIS);
        application.getOutputStream().write(HELLO);
        application.shutdownOutput();
        inputShut.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        return application;
    }

    private static Socket accept(ServerSocket destination) throws IOException {
        destination.setSoTimeout(LIMIT_MILLIS);
        Socket reached = destination.accept();
        reached.setSoTimeout(LIMIT_MILLIS);
        return reached;
    }

    private long refused() {
        return finding.events().failureCounts().stream()
                .filter(count -> count.reason().equals(Failure.UNIDENTIFIED_PEER.label()))
                .mapToLong(count -> count.count())
                .sum();
    }

    private static FoundNodes nodes(Map<IpAddress, PeerSource> others, Set<IpAddress> unasked) {
        return new FoundNodes(List.of(), Map.of(), others, Map.of(), Map.of(), unasked, Set.of(), true);
    }

    private void found(FoundNodes nodes) {
        finding.live().replace(finding.live().current().withFound(nodes));
    }

    private Channel capture(LinkEnvironment from) throws InterruptedException {
        CaptureEnvironment environment = new CaptureEnvironment(
                from,
                null,
                null,
                new LocalConnections(from),
                sockets,
                new PeerAddresses(from.live(), this::lookUp, System::nanoTime),
                null,
                new DatabaseTls(DatabaseTls.Loaded.NONE),
                new PassedMeter());
        return sockets.listen(new HostPort("127.0.0.1", 0), accepted -> accept(accepted, environment))
                .sync()
                .channel();
    }

    private void accept(Channel accepted, CaptureEnvironment environment) {
        accepted.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                ctx.fireUserEventTriggered(event);
                if (event instanceof ChannelInputShutdownEvent) {
                    inputShut.complete(null);
                }
            }
        });
        accepted.pipeline()
                .addLast(new TransparentConnection(
                        environment,
                        new TransparentCapture(
                                new HostPort("127.0.0.1", 1),
                                List.of(7000),
                                Interception.TPROXY, // whose destination is the local address
                                Optional.empty(),
                                true,
                                false,
                                false,
                                TrafficClass.DEFAULT)));
    }

    private Future<List<InetSocketAddress>> lookUp(EventLoop loop, String host) {
        Promise<List<InetSocketAddress>> promise = loop.newPromise();
        lookUp.complete(promise);
        return promise;
    }
}
