package io.narrows.proxy.link.session;

import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.dictionary.DictionaryTransfer;
import io.narrows.proxy.link.dictionary.LinkDictionaries;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dictionaries on which the hellos of a link agreed, and those that it carries. Used on the link's event loop only. */
final class DictionaryExchange implements AutoCloseable {
    /** Time without data after which a link with a connection may send a part of a dictionary. */
    private static final long IDLE_NANOS = 500_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(DictionaryExchange.class);

    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final Channel channel;
    private final ControlWriter control;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final LivenessTracker tracker;
    private @Nullable LinkDictionaries dictionaries;
    private @Nullable DictionaryTransfer transfer;

    DictionaryExchange(
            LinkEnvironment environment,
            LinkTerms terms,
            Channel channel,
            ControlWriter control,
            LinkLifecycle lifecycle,
            LinkCloser closer,
            LivenessTracker tracker) {
        this.environment = environment;
        this.terms = terms;
        this.channel = channel;
        this.control = control;
        this.lifecycle = lifecycle;
        this.closer = closer;
        this.tracker = tracker;
    }

    /** Sets what the hellos agreed on. */
    void agreed(LinkDictionaries byHellos) {
        dictionaries = byHellos;
        transfer = byHellos.transfer(control, this::mayCarry, new Owner());
    }

    /** Returns whether the link has TLS, or the configuration explicitly allows plain text between sidecars. */
    private boolean mayCarry() {
        Config config = environment.live().current();
        return terms.encrypted()
                || config.link().plaintext()
                || config.peer(terms.peer())
                        .flatMap(Peer::source)
                        .filter(PeerSource::plaintext)
                        .isPresent();
    }

    /** Returns the part of the connection that takes the link. */
    ConnectionDictionaries connection(String target, boolean tls) {
        return dictionaries == null
                ? ConnectionDictionaries.NONE
                : dictionaries.connection(target, terms.dialled(), tls);
    }

    /** Handles a message of the peer. */
    void received(Control message) throws CorruptFrameException {
        if (transfer == null) {
            throw new CorruptFrameException(
                    message.getKindCase() + " on a link whose hellos did not agree on dictionaries");
        }
        transfer.received(message);
        channel.flush();
    }

    /** Sends a part of a dictionary if the link is idle. Called about once a second. */
    void lookAfter() {
        if (transfer != null && transfer.sendPart(isIdle())) {
            tracker.flush();
        }
    }

    /** Returns whether the link may send messages that no data waits for. A link in a pool has none, however short it stays there. */
    private boolean isIdle() {
        return switch (lifecycle.state()) {
            case READY -> channel.isWritable();
            case OPEN ->
                channel.isWritable()
                        && tracker.saidNothingFor(IDLE_NANOS)
                        && !lifecycle.duplex().outbound().finishing();
            case OPENING, CLOSED -> false;
        };
    }

    /** Releases everything. */
    @Override
    public void close() {
        if (dictionaries != null && transfer != null) {
            dictionaries.close();
            transfer.close();
        }
    }

    /** Continues on the event loop what a worker has done. */
    private final class Owner implements DictionaryTransfer.Owner {
        @Override
        public void later(Runnable message) {
            onLoop(() -> {
                if (closer.talks()) {
                    closer.failIfItThrows(() -> {
                        message.run();
                        channel.flush();
                    });
                }
            });
        }

        @Override
        public void failed(Throwable cause) {
            onLoop(() -> closer.fail(
                    cause instanceof CorruptFrameException corrupt ? corrupt.failure() : Failure.INTERNAL, cause));
        }

        private void onLoop(Runnable action) {
            try {
                channel.eventLoop().execute(action);
            } catch (RejectedExecutionException e) {
                LOG.atDebug().setCause(e).log("the event loop has ended, and its links with it");
            }
        }
    }
}
