package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.channel.Channel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SegmentsTest {
    /** The value that the kernel reports for a connection is the size that it sends, without TCP's options. */
    private static final IntegerUnixChannelOption TCP_MAXSEG = new IntegerUnixChannelOption("TCP_MAXSEG", 6, 2);

    private static final int OPTIONS = 40;

    @Test
    void limitSegments_holdsBothWays() throws Exception {
        assertThat(sizes(1_000)).allSatisfy(size -> assertThat(size).isBetween(1_000 - OPTIONS, 1_000));
    }

    @Test
    void limitSegments_0_leavesItToTheRoute() throws Exception {
        assertThat(sizes(0)).allSatisfy(size -> assertThat(size).isGreaterThan(10_000));
    }

    /** Returns the sizes of both ends of a connection. */
    private static List<Integer> sizes(int limit) throws InterruptedException {
        try (Transport transport = new Transport(TransportKind.EPOLL, 1)) {
            Sockets sockets = new Sockets(transport);
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
            Channel server = sockets.listen(new HostPort("127.0.0.1", 0), accepted::add)
                    .sync()
                    .channel();
            int port = ((InetSocketAddress) server.localAddress()).getPort();

            Channel dialled = sockets.dial(
                            transport.loops().get(0),
                            new HostPort("127.0.0.1", port),
                            Duration.ofSeconds(10),
                            channel -> Sockets.limitSegments(channel, limit))
                    .sync()
                    .getNow();

            return List.of(
                    dialled.config().getOption(TCP_MAXSEG),
                    accepted.take().config().getOption(TCP_MAXSEG));
        }
    }
}
