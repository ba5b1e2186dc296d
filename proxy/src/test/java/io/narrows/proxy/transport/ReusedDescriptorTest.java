package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.narrows.proxy.support.EchoServer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests a connection that is dialed while the event loop handles the reset of others. Its socket gets the file
 * descriptor of one that was just closed, although an event for the closed one is still pending.
 */
@Timeout(60)
final class ReusedDescriptorTest {
    private static final int ROUNDS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Transport transport = new Transport(TransportKind.AUTO, 1);
    private final EventLoop loop = transport.loops().get(0);
    private final Sockets sockets = new Sockets(transport);
    private final Queue<Object> noticed = new ConcurrentLinkedQueue<>();
    private ServerSocket resetting;
    private EchoServer echo;

    @BeforeEach
    void listen() throws Exception {
        resetting = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        echo = EchoServer.echoing();
    }

    @AfterEach
    void close() throws Exception {
        transport.close();
        resetting.close();
        echo.close();
    }

    @Test
    void newConnection_seesNoEventOfTheClosedOne() throws Exception {
        int reused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Channel first = connect();
            Channel second = connect();
            List<Socket> peers =
                    List.of(resetting.accept(), resetting.accept()); // allocated after both channels' descriptors
            Redial redial = new Redial(first, second);
            first.pipeline().addLast(redial);
            second.pipeline().addLast(redial);
            first.config().setAutoRead(true);
            second.config().setAutoRead(true);

            resetTogether(peers);

            Channel dialled = await("dial")
                    .atMost(LIMIT)
                    .until(() -> redial.dialled, Future::isDone)
                    .get();
            reused += descriptor(dialled) == redial.closedDescriptor ? 1 : 0;
            dialled.writeAndFlush(dialled.alloc().directBuffer().writeBytes("ok".getBytes(StandardCharsets.US_ASCII)));
            dialled.config().setAutoRead(true);
            await("echo").atMost(LIMIT).until(() -> noticed.contains("ok"));
            assertThat(noticed).containsExactly("ok");
            noticed.clear();
            dialled.close().sync();
        }
        assertThat(reused).as("rounds in which the descriptor was reused").isPositive();
    }

    private Channel connect() throws Exception {
        HostPort address = new HostPort("127.0.0.1", resetting.getLocalPort());
        return sockets.dial(loop, address, LIMIT, created -> {}).get();
    }

    private static int descriptor(Channel channel) {
        return ((UnixChannel) channel).fd().intValue();
    }

    /** Resets connections while their event loop is busy, so that it finds both resets at once. */
    private void resetTogether(List<Socket> peers) throws Exception {
        loop.submit(() -> {}).sync(); // the loop has turned auto-read on
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(() -> {
            busy.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        busy.await();
        for (Socket peer : peers) {
            peer.setSoLinger(true, 0);
            peer.close();
        }
        done.countDown();
    }

    /** When the first of two connections is reset, closes the other one and dials. */
    @ChannelHandler.Sharable
    private final class Redial extends ChannelInboundHandlerAdapter {
        private final Channel first;
        private final Channel second;
        private volatile int closedDescriptor;
        private volatile Future<Channel> dialled = loop.newPromise();

        Redial(Channel first, Channel second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            Channel other = ctx.channel() == first ? second : first;
            closedDescriptor = descriptor(other);
            other.close();
            dialled = sockets.dial(
                    loop,
                    new HostPort("127.0.0.1", echo.port()),
                    LIMIT,
                    created -> created.pipeline().addLast(new Notice()));
            ctx.close();
        }
    }

    private final class Notice extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            noticed.add(((ByteBuf) message).toString(StandardCharsets.US_ASCII));
            ((ByteBuf) message).release();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            noticed.add(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            noticed.add(cause);
        }
    }
}
