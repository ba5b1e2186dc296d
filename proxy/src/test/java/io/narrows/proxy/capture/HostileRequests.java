package io.narrows.proxy.capture;

import io.narrows.proxy.link.pool.LinkPools;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.PassedMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sends arbitrary requests to the CONNECT port. An invalid one must be answered with its status, closed and counted
 * once; an incomplete one waits, and is counted at most once; nothing else may happen. No peer has an address here, so
 * no request is carried.
 */
final class HostileRequests implements AutoCloseable {
    /** The outcome of a request. */
    enum Fate {
        REJECTED,
        WAITING
    }

    private static final String CONFIG = """
            version: 1
            node: {id: b, region: us-east-1, zone: z, host: h-b}
            link: {listen: 127.0.0.1:15000}
            targets: {work: 127.0.0.1:9000}
            peers: []
            """;

    private final EventMeter events = new EventMeter();
    private final CaptureEnvironment captures;
    private final LinkPools pools;

    HostileRequests() {
        LinkEnvironment environment = LinkEnvironments.of(CONFIG, events, Runnable::run, System::nanoTime);
        pools = new LinkPools(environment, null, null, List.of());
        captures = new CaptureEnvironment(
                environment, pools, null, new LocalConnections(environment), null, null, null, null, new PassedMeter());
    }

    /** @throws AssertionError if more or less happened than allowed */
    Fate meet(byte[] request) {
        long failures = EventCounts.failures(events);
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel accepted) {
                ConnectRequest.handle(accepted, captures);
            }
        });
        channel.writeInbound(Unpooled.copiedBuffer(request));
        boolean closed = !channel.isOpen();
        String answer = said(channel);
        channel.finishAndReleaseAll();

        // A connection that ended within its headers is counted, too; one with fewer bytes is a port check.
        long counted = EventCounts.failures(events) - failures;
        if (counted > 1 || closed && counted == 0 || closed != answer.startsWith("HTTP/1.1 4")) {
            throw new AssertionError(
                    "closed: " + closed + ", failures counted: " + counted + ", answer: \"" + answer + "\"");
        }
        return closed ? Fate.REJECTED : Fate.WAITING;
    }

    private static String said(EmbeddedChannel channel) {
        StringBuilder said = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            said.append(part.toString(StandardCharsets.US_ASCII));
            part.release();
        }
        return said.toString();
    }

    @Override
    public void close() {
        pools.close();
    }
}
