package io.narrows.proxy.link.session;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.frame.ContentDiffersException;
import io.narrows.proxy.link.liveness.LinkPhase;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.unpack.RebuiltWronglyException;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a link. A clean end follows FIN in both directions:
 *
 * <pre>
 *                   the last frames      the output     nothing more
 *   FIN both ways --- have left ------> is shut ------- comes -------> closed
 * </pre>
 *
 * <p>First, this side's last frames are sent. Then its output is shut down, which tells the peer that nothing follows, and the
 * link waits for the end of the peer's output: closing a socket while the other end still sends would lose undelivered bytes.
 * A connection that ends earlier is a failure, unless the link was still unused.
 *
 * <p>As it knows which ends are finished, it also answers which keepalives the link still sends and expects.
 *
 * <p>Used on the link's event loop only.
 */
final class LinkCloser implements LinkPhase {
    private static final Logger LOG = LoggerFactory.getLogger(LinkCloser.class);

    /** Time to send the final messages of a failed link, in seconds. */
    private static final long LAST_WORDS_SECONDS = 5;

    private final LinkEnvironment environment;
    private final PeerId peer;
    private final Channel channel;
    private final LinkLifecycle lifecycle;
    private boolean finSent;
    private boolean finSentFirst;
    private boolean finReceived;
    private boolean inputEnded;
    private boolean leaving;
    private boolean outputEnded;

    LinkCloser(LinkEnvironment environment, PeerId peer, Channel channel, LinkLifecycle lifecycle) {
        this.environment = environment;
        this.peer = peer;
        this.channel = channel;
        this.lifecycle = lifecycle;
    }

    @Override
    public boolean isReady() {
        return lifecycle.state() == LinkState.READY;
    }

    @Override
    public boolean talks() {
        return !lifecycle.ended() && !finished();
    }

    @Override
    public boolean peerTalks() {
        return !lifecycle.ended() && !inputEnded;
    }

    // ---- cleanly

    void finSent() {
        finSent = true;
        finSentFirst = !finReceived;
    }

    void finReceived() {
        finReceived = true;
    }

    /** Returns whether the peer has finished its direction. */
    boolean isFinReceived() {
        return finReceived;
    }

    /** Returns whether the local application closed its direction before the peer's. */
    boolean finSentFirst() {
        return finSentFirst;
    }

    /** Returns whether both directions are finished. */
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

    /** Records that the peer has closed its end; received bytes may still wait for the user. */
    void inputEnded() {
        inputEnded = true;
    }

    boolean isInputEnded() {
        return inputEnded;
    }

    /** Ends a link whose connection is lost, after everything received was delivered. */
    void lost() {
        if (lifecycle.ended()) {
            return;
        }
        if (finished() && !outputEnded && channel.isActive()) {
            return; // the last frames are still leaving
        }
        if (finished() && outputEnded || isReady()) {
            close();
        } else {
            fail(Failure.LINK_CUT, null);
        }
    }

    // ---- by request of either side

    /**
     * Ends the link because the application's connection failed. The output of {@code lastWords} is sent before the link is
     * closed.
     */
    void abort(Runnable lastWords) {
        if (outputEnded) {
            close();
        } else {
            closeAfter(lastWords);
        }
    }

    /**
     * Closes the link when the output of {@code lastWords} was sent, or after a timeout. If writing fails, the link fails and
     * the peer sees the connection end without them.
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

    /** Closes the link now. Returns its user, for the caller to notify; null if there was none, or it was notified already. */
    @Nullable
    LinkUser close() {
        if (lifecycle.ended()) {
            return null;
        }
        LinkUser user = lifecycle.end();
        channel.close();
        return user;
    }

    // ---- by a failure

    /** Runs a step and fails the link if it throws. Link callbacks often run in future listeners, which swallow exceptions. */
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
     * @param cause the cause to log, or null
     */
    void fail(Failure failure, @Nullable Throwable cause) {
        if (lifecycle.ended()) {
            return;
        }
        String detail = cause == null ? "" : ErrorText.of(cause);
        environment.events().failure(peer, failure, detail);
        if (cause instanceof ContentDiffersException differing) {
            environment.refusals().withdraw(peer, differing.codecs());
        } else if (cause instanceof RebuiltWronglyException wrong) {
            environment.encoderRefusals().withdraw(peer, wrong.encoder());
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

    /** Closes the link now, and notifies its user of the loss. */
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
