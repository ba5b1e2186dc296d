package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.NatsInfoReader;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the INFO of a NATS target, after which TLS begins. */
final class NatsTarget extends StartTlsTarget {
    private final Consumer<byte[]> informed;
    private final NatsInfoReader reader = new NatsInfoReader();

    /**
     * @param limitMillis limit for the line
     * @param informed called with the line when TLS may begin
     * @param refused called otherwise, with a sentence about the target
     */
    NatsTarget(long limitMillis, Consumer<byte[]> informed, Consumer<String> refused) {
        super(limitMillis, refused);
        this.informed = informed;
    }

    @Override
    void read(ChannelHandlerContext ctx, ByteBuf bytes) throws RefusedStartException {
        Optional<byte[]> line = reader.read(bytes);
        if (line.isPresent()) {
            finish();
            ctx.channel().config().setAutoRead(false);
            ctx.pipeline().remove(this);
            informed.accept(line.get());
        }
    }

    @Override
    String late(long limitMillis) {
        return "it sent no INFO within " + limitMillis
                + " ms (does it await TLS, with handshake_first or on a route? Then remove starttls)";
    }

    @Override
    String ended() {
        return "it closed the connection before its INFO";
    }
}
