package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a link ends. Cleanly, when both directions have had their FIN:
 *
 * <pre>
 *                   the last frames      the output     nothing more
 *   FIN both ways --- have left ------> is shut ------- comes -------> closed
 * </pre>
 *
 * <p>Our last frames leave first; then the peer is told that nothing follows, and its own end is awaited, because a socket
 * that is closed while the other end still speaks loses what it had to deliver. A connection that ends before is a failure,
 * unless nobody had taken the link.
 *
 * <p>Used on the link's event loop only.
 */
final class LinkCloser {
    private static final Logger LOG = LoggerFactory.getLogger(LinkCloser.class);

    /** How long the last words of a link that failed may take to leave, in seconds. */
    private static final long LAST_WORDS_SECONDS = 5;

    private final LinkEnvironment environment;
    private final String peer;
    private final Channel channel;
    private final LinkLifecycle lifecycle;
    private boolean finSent;
    private boolean finSentFirst;
    private boolean finReceived;
    private boolean inputEnded;
    private boolean leaving;
    private boolean outputEnded;

    LinkCloser(LinkEnvironment environment, String peer, Channel channel, LinkLifecycle lifecycle) {
        this.environment = environment;
        this.peer = peer;
        this.channel = channel;
        this.lifecycle = lifecycle;
    }

    // ---- cleanly

    void finSent() {
        finSent = true;
        finSentFirst = !finReceived;
    }

    void finReceived() {
        finReceived = true;
    }

    /** Whether the peer has finished its direction. */
    boolean isFinReceived() {
        return finReceived;
    }

    /** Returns whether the local application closed its direction before the peer's. */
    boolean finSentFirst() {
        return finSentFirst;
    }

    /** Whether both directions are finished. */
    boolean finished() {
        return finSent && finReceived;
    }

    /** Ends the link when both directions are finished. */
    void endIfFinished() {
        if (leaving || !finished()) {
            return;
        }
        leaving = true;
        lifecycle.duplex().close();
        channel.flush();
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        ChannelFuture left = tls == null ? channel.writeAndFlush(Unpooled.EMPTY_BUFFER) : tls.closeOutbound();
        left.addListener(done -> {
            outputEnded = true;
            if (!done.isSuccess()) {
                fail(Failure.LINK_CUT, done.cause());
            } else if (inputEnded) {
                close();
            } else {
                ((DuplexChannel) channel).shutdownOutput();
            }
        });
    }

    // ---- by the connection

    /** Nothing more comes from the peer; but what came may still wait for the user. */
    void inputEnded() {
        inputEnded = true;
    }

    boolean isInputEnded() {
        return inputEnded;
    }

    /** The connection is of no use any more, and all that it brought was delivered. */
    void lost() {
        if (lifecycle.ended()) {
            return;
        }
        if (finished() && !outputEnded && channel.isActive()) {
            return; // our last frames are still leaving
        }
        if (finished() && outputEnded || lifecycle.state() == Link.State.READY) {
            close();
        } else {
            fail(Failure.LINK_CUT, null);
        }
    }

    // ---- by either side's wish

    /** The application's connection failed: what {@code lastWords} writes leaves before the link is closed. */
    void abort(Runnable lastWords) {
        if (outputEnded) {
            close();
        } else {
            closeAfter(lastWords);
        }
    }

    /**
     * Closes the link when what {@code lastWords} writes has left, or could not leave for long. When they cannot be written, it fails,
     * and the peer sees the connection end without them.
     */
    void closeAfter(Runnable lastWords) {
        if (lifecycle.ended()) {
            return;
        }
        failIfItThrows(lastWords);
        if (lifecycle.ended()) {
            return;
        }
        lifecycle.end();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        channel.eventLoop().schedule(() -> channel.close(), LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    }

    /** Closes the link now. The user that it had, for the caller to tell; null when there was none, or it was told. */
    LinkUser close() {
        if (lifecycle.ended()) {
            return null;
        }
        LinkUser user = lifecycle.end();
        channel.close();
        return user;
    }

    // ---- by a failure

    /** What is done on a link is often done for a future, where nobody sees what it throws: the link fails by itself. */
    void failIfItThrows(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            fail(Failure.INTERNAL, e);
        }
    }

    /**
     * Counts and logs a failure, and drops the link.
     *
     * @param cause null when there is nothing to say about it
     */
    void fail(Failure failure, Throwable cause) {
        if (lifecycle.ended()) {
            return;
        }
        String detail = cause == null ? "" : ErrorText.of(cause);
        environment.events().failure(peer, failure, detail);
        if (cause instanceof ContentDiffersException differing) {
            environment.refusals().withdraw(peer, differing.codecs());
        }
        LOG.atWarn()
                .addKeyValue("peer", peer)
                .addKeyValue("target", Printable.of(lifecycle.target()))
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", detail)
                .setCause(failure == Failure.INTERNAL ? cause : null)
                .log("link failed");
        drop(failure);
    }

    /** Closes the link now; its user sees it lost. */
    void drop(Failure failure) {
        LinkUser told = close();
        if (told == null) {
            return;
        }
        try {
            told.lost(failure);
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("peer", peer).setCause(e).log("cannot deliver the end of a link");
        }
    }
}
