package io.narrows.proxy.discovery;

import io.narrows.config.HostPort;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.OtherProtectionException;
import io.narrows.proxy.link.handshake.Introduction;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Asks over a connection like that of a link, which it closes after the answer. */
public final class LinkIntroducer implements Introducer {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Sockets sockets;
    private final LinkHandshakes handshakes;
    private final LiveConfig live;
    private final EventLoop loop;

    /** @param loop carries the connections */
    public LinkIntroducer(Sockets sockets, LinkHandshakes handshakes, LiveConfig live, EventLoop loop) {
        this.sockets = sockets;
        this.handshakes = handshakes;
        this.live = live;
        this.loop = loop;
    }

    @Override
    public void ask(HostPort link, PeerSource source, BiConsumer<@Nullable Introduction, @Nullable Throwable> done) {
        boolean encrypted = handshakes.security().configured();
        ask(link, encrypted).addListener((Future<Introduction> answer) -> {
            if (encrypted
                    && source.plaintext()
                    && !handshakes.security().strict()
                    && answer.cause() instanceof OtherProtectionException) {
                ask(link, false).addListener((Future<Introduction> plain) -> complete(plain, done));
            } else {
                complete(answer, done);
            }
        });
    }

    private static void complete(
            Future<Introduction> answer, BiConsumer<@Nullable Introduction, @Nullable Throwable> done) {
        done.accept(answer.isSuccess() ? answer.getNow() : null, answer.cause());
    }

    private Future<Introduction> ask(HostPort link, boolean encrypted) {
        Promise<Introduction> answer = loop.newPromise();
        sockets.dial(loop, link, CONNECT_TIMEOUT, channel -> {
                    Sockets.limitSegments(channel, live.current().link().tcpMss());
                    handshakes.introduce(channel, encrypted, answer);
                })
                .addListener((Future<Channel> connected) -> {
                    if (!connected.isSuccess()) {
                        answer.tryFailure(connected.cause());
                    }
                });
        return answer;
    }
}
