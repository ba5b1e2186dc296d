package io.narrows.proxy.link.session;

import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.control.ReplyLimit;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.liveness.LinkLiveness;
import io.narrows.proxy.link.proto.BeginFrom;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.netty.channel.Channel;
import java.util.List;
import java.util.function.LongSupplier;

/** Applies the peer's control messages to a link, as its state allows. Used on the link's event loop only. */
final class ControlDispatch {
    private final Link link;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final LinkLiveness liveness;
    private final CodecTerms codecs;
    private final ContextExchange contexts;
    private final DictionaryExchange dictionaries;
    private final boolean dialled;
    private final LongSupplier nanoClock;
    private final Channel channel;
    private final ControlWriter answers;
    private final ReplyLimit limit = new ReplyLimit();

    /**
     * @param dialled whether this side made the connection, and so opens the link
     * @param answers writes this side's control messages to the channel
     */
    ControlDispatch(
            Link link,
            LinkLifecycle lifecycle,
            LinkCloser closer,
            LinkLiveness liveness,
            CodecTerms codecs,
            ContextExchange contexts,
            DictionaryExchange dictionaries,
            boolean dialled,
            LongSupplier nanoClock,
            Channel channel,
            ControlWriter answers) {
        this.link = link;
        this.lifecycle = lifecycle;
        this.closer = closer;
        this.liveness = liveness;
        this.codecs = codecs;
        this.contexts = contexts;
        this.dictionaries = dictionaries;
        this.dialled = dialled;
        this.nanoClock = nanoClock;
        this.channel = channel;
        this.answers = answers;
    }

    void dispatch(Control control) throws CorruptFrameException {
        long before = answers.written();
        act(control);
        if (!lifecycle.ended()) {
            limit.received(answers.written() != before, channel.isWritable());
            DuplexStream duplex = lifecycle.duplexIfTaken();
            ReplyLimit.requireFew(
                    duplex == null ? 0 : duplex.outbound().sending().pendingActions());
        }
    }

    /** Flushes the last answers to the messages of a read. */
    void sendAnswers() {
        contexts.sendAnswers();
    }

    private void act(Control control) throws CorruptFrameException {
        switch (control.getKindCase()) {
            case OPEN -> {
                require(LinkState.READY, !dialled, control);
                link.onOpen(control.getOpen());
            }
            case OPENED -> {
                require(LinkState.OPENING, dialled, control);
                link.onOpened(control.getOpened());
            }
            case REFUSED -> {
                require(LinkState.OPENING, dialled, control);
                LinkUser told = closer.close();
                if (told != null) {
                    told.refused(control.getRefused());
                }
            }
            case FIN -> {
                require(LinkState.OPEN, true, control);
                fin(control.getFin());
            }
            case RESET -> reset();
            case RELEASE -> {
                require(LinkState.OPEN, true, control);
                lifecycle
                        .duplex()
                        .inbound()
                        .receiving()
                        .contexts()
                        .release(control.getRelease().getCodec());
            }
            case CHECK -> {
                require(LinkState.OPEN, true, control);
                lifecycle.duplex().inbound().receiving().verify(control.getCheck());
            }
            case PING -> liveness.answerPing();
            case PROBE -> contexts.probed(control.getProbe());
            case ANSWER -> contexts.answered(control.getAnswer());
            case CODEC_WITHDRAWN -> codecs.hear(control.getCodecWithdrawn());
            case LIVENESS -> liveness.hear(control.getLiveness());
            case REFUSAL -> link.onRefusal(control.getRefusal());
            case WANT -> {
                require(LinkState.OPEN, true, control);
                contexts.wanted(List.of(control.getWant()));
            }
            case GRANT -> {
                require(LinkState.OPEN, true, control);
                contexts.granted(control.getGrant());
            }
            case CARRIED -> {
                require(LinkState.OPEN, !closer.isFinReceived(), control);
                lifecycle.duplex().inbound().carried(control.getCarried());
            }
            case WANT_ENCODER -> {
                require(LinkState.OPEN, !closer.isFinReceived(), control);
                contexts.wantedEncoder(control.getWantEncoder());
            }
            case GRANT_ENCODER -> {
                require(LinkState.OPEN, true, control);
                lifecycle.duplex().outbound().grantedEncoder(control.getGrantEncoder());
            }
            case KEEP_CONTEXT -> {
                require(LinkState.OPEN, !closer.isFinReceived(), control);
                lifecycle
                        .duplex()
                        .inbound()
                        .receiving()
                        .keepContext(control.getKeepContext().getCodec());
            }
            case BEGIN_FROM -> {
                require(LinkState.OPEN, !closer.isFinReceived(), control);
                BeginFrom origin = control.getBeginFrom();
                lifecycle.duplex().inbound().receiving().beginnings().beginFrom(origin.getCodec(), origin.getState());
            }
            case DICTIONARY_PART, DICTIONARY_KEPT, DICTIONARY_REFUSED -> dictionaries.received(control);
            case KEPT_HISTORY, ASK_HISTORY, OFFER_HISTORY, RETURN_HISTORY -> {
                require(LinkState.OPEN, true, control);
                HistoryDispatch.dispatch(
                        control, lifecycle.duplex().history(), closer.isFinReceived(), nanoClock.getAsLong());
            }
            case KIND_NOT_SET -> throw new CorruptFrameException("unknown control message");
        }
    }

    private void require(LinkState required, boolean condition, Control control) throws CorruptFrameException {
        if (lifecycle.state() != required || !condition) {
            throw new CorruptFrameException(control.getKindCase() + " on a link that is " + lifecycle.state());
        }
    }

    private void fin(Fin fin) throws CorruptFrameException {
        if (closer.isFinReceived()) {
            throw new CorruptFrameException("FIN on a link that is finished");
        }
        lifecycle.duplex().inbound().receiving().verify(fin.getCheck());
        closer.finReceived();
        lifecycle.duplex().inbound().peerFinished();
        lifecycle.user().finished();
        closer.endIfFinished();
    }

    private void reset() {
        LinkUser told = closer.close();
        if (told != null) {
            told.reset();
        }
    }
}
