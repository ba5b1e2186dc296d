package io.narrows.proxy.capture;

import com.google.protobuf.ByteString;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Begins TLS with a target, in the way in which the peer's database has begun it. */
final class TargetHandshake {
    /** The outcome of the handshake, with details for the logs of both sides. */
    interface Outcome {
        /** Reports that OPENED may be sent: TLS has begun, or the target has greeted and waits for the request. */
        void reached(Reached target);

        /** Reports a failure before that. The connection is, or is about to be, closed. */
        void failed(String detail);

        /** Reports a failure after that. The connection is, or is about to be, closed. */
        void broken(String detail);
    }

    private final String node;
    private final Channel target;
    private final Tunnel tunnel;
    private final TargetTls tls;
    private final SslHandler handler;
    private final LongSupplier nanoClock;
    private final Outcome outcome;

    /**
     * @param node the id of this node, for details
     * @param target the connection, with its tunnel
     * @param handler not in use yet
     */
    TargetHandshake(
            String node,
            Channel target,
            Tunnel tunnel,
            TargetTls tls,
            SslHandler handler,
            LongSupplier nanoClock,
            Outcome outcome) {
        this.node = node;
        this.target = target;
        this.tunnel = tunnel;
        this.tls = tls;
        this.handler = handler;
        this.nanoClock = nanoClock;
        this.outcome = outcome;
    }

    void begin(Start start) {
        switch (start) {
            case DIRECT -> handshake(ByteString.EMPTY);
            case POSTGRESQL -> askPostgres();
            case MYSQL -> awaitGreeting();
            case NATS -> awaitInfo();
            case UNRECOGNIZED ->
                refused("the peer's sidecar asks for a way to begin TLS that this version does not know (update it)");
        }
    }

    /** @param greeting the packet with which the target began; empty if there was none */
    private void handshake(ByteString greeting) {
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                String alpn = Objects.requireNonNullElse(handler.engine().getApplicationProtocol(), "");
                outcome.reached(new Reached(alpn, greeting));
            } else {
                tunnel.detach(); // the handler closes the connection, after its alert
                outcome.failed(tls.failure(node, done.cause()));
            }
        });
        beginTls();
    }

    private void askPostgres() {
        long limit = handler.getHandshakeTimeoutMillis();
        long asked = nanoClock.getAsLong();
        start(new PostgresTarget(limit, () -> handshake(limit, asked, ByteString.EMPTY), this::refused));
    }

    private void awaitInfo() {
        long limit = handler.getHandshakeTimeoutMillis();
        long connected = nanoClock.getAsLong();
        start(new NatsTarget(limit, line -> handshake(limit, connected, ByteString.copyFrom(line)), this::refused));
    }

    /** Begins TLS after an exchange in plain text, which the limit of the handshake includes. */
    private void handshake(long limitMillis, long beganNanos, ByteString greeting) {
        long passed = TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - beganNanos);
        handler.setHandshakeTimeoutMillis(Math.max(1, limitMillis - passed));
        handshake(greeting);
    }

    private void awaitGreeting() {
        start(new MySqlTarget(handler.getHandshakeTimeoutMillis(), new MySqlTarget.Events() {
            private boolean greeted;

            @Override
            public void greeted(byte[] greeting) {
                greeted = true;
                outcome.reached(new Reached("", ByteString.copyFrom(greeting)));
            }

            @Override
            public void tlsBegins() {
                handler.handshakeFuture().addListener(done -> {
                    if (!done.isSuccess() && !tunnel.isDetached()) {
                        outcome.broken(tls.failure(node, done.cause()));
                    }
                });
                beginTls();
            }

            @Override
            public void refused(String detail) {
                if (!greeted) {
                    TargetHandshake.this.refused(detail);
                } else if (!tunnel.isDetached()) {
                    outcome.broken(tls.refusal(node, detail));
                    target.close(); // by a reset, which the tunnel passes on
                }
            }
        }));
    }

    private void start(ChannelHandler untilTls) {
        target.pipeline().addBefore("tunnel", "starttls", untilTls);
    }

    private void beginTls() {
        tunnel.beginTls(handler, broken -> outcome.broken(tls.failure(node, broken)));
    }

    private void refused(String detail) {
        tunnel.resetLocal();
        outcome.failed(tls.refusal(node, detail));
    }
}
