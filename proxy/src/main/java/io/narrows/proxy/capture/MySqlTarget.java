package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.MySqlGreetingReader;
import io.narrows.proxy.starttls.MySqlRequestReader;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.Optional;

/**
 * Turns the connection to a MySQL or MariaDB target to TLS, in between the target and its tunnel:
 *
 * <pre>
 *  target                              tunnel
 *    greeting     ------------------->   event, for OPENED
 *    SSLRequest   <-------------------   the first bytes of the peer's client
 *    ClientHello  <--- TLS, which takes over
 * </pre>
 *
 * <p>Nothing else passes in plain text, in either direction.
 */
final class MySqlTarget extends StartTlsTarget {
    /** The steps of the connection. */
    interface Events {
        /** @param greeting the target's packet */
        void greeted(byte[] greeting);

        /** Reports that SSLRequest was sent; adds the handlers of TLS. */
        void tlsBegins();

        /** @param detail a sentence about the target or, after its greeting, about the connection */
        void refused(String detail);
    }

    private final Events events;
    private final MySqlGreetingReader greeting = new MySqlGreetingReader();
    private final MySqlRequestReader request = new MySqlRequestReader();
    private boolean greeted;

    /** @param limitMillis limit for the greeting */
    MySqlTarget(long limitMillis, Events events) {
        super(limitMillis, events::refused);
        this.events = events;
    }

    @Override
    void read(ChannelHandlerContext ctx, ByteBuf bytes) throws RefusedStartException {
        if (greeted) {
            refuse("it sent " + bytes.readableBytes() + " bytes in plain text between its greeting and TLS");
            return;
        }
        Optional<byte[]> packet = greeting.read(bytes);
        if (packet.isPresent()) {
            greeted = true;
            cancelTimeout();
            events.greeted(packet.get());
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ByteBuf bytes = (ByteBuf) message;
        if (!bytes.isReadable()) {
            ctx.write(bytes, promise);
            return;
        }
        try {
            Optional<byte[]> packet = request.read(bytes);
            if (packet.isPresent()) {
                finish();
                ctx.writeAndFlush(Unpooled.wrappedBuffer(packet.get()));
                ctx.pipeline().remove(this); // before TLS, whose bytes it would take for the client's
                events.tlsBegins();
                ctx.channel().write(bytes.retain(), promise);
            } else {
                promise.setSuccess();
            }
        } catch (RefusedStartException e) {
            promise.setFailure(e);
            refuse("the peer's sidecar sent " + e.getMessage());
        } finally {
            bytes.release();
        }
    }

    @Override
    String late(long limitMillis) {
        return "it did not greet within " + limitMillis + " ms";
    }

    @Override
    String ended() {
        return "it closed the connection " + (greeted ? "before TLS" : "before its greeting");
    }
}
