package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behavior of every transport after its peer's half-close. */
@Timeout(30)
final class HalfCloseTest {
    /** More than fits in the buffers of both sockets, so that the answer has to wait for the reader. */
    private static final int ANSWER = 32 << 20;

    @Test
    void answerThatWaitsForItsReader_arrivesWhole() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            Channel server = new Sockets(transport)
                    .listen(new HostPort("127.0.0.1", 0), HalfCloseTest::answerAtHalfClose)
                    .sync()
                    .channel();
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.shutdownOutput();

                assertThat(client.getInputStream().readAllBytes()).hasSize(ANSWER);
            }
        }
    }

    private static void answerAtHalfClose(Channel accepted) {
        accepted.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event instanceof ChannelInputShutdownEvent) {
                    ctx.channel().config().setAutoRead(false);
                    ByteBuf answer = ctx.alloc().directBuffer(ANSWER).writeZero(ANSWER);
                    // On the loop's next pass, Netty has updated the events that the socket waits for.
                    ctx.executor().execute(() -> ctx.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE));
                }
            }
        });
        accepted.config().setAutoRead(true);
    }
}
