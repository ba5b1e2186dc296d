package io.narrows.proxy.link;

import io.narrows.proxy.link.Link.State;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.netty.channel.Channel;
import java.util.List;
import java.util.function.LongSupplier;

/** What the peer's control messages do to a link, when its state allows them. Used on the link's event loop only. */
final class ControlDispatch {
    private final Link link;
    private final Life life;
    private final Ending ending;
    private final boolean dialled;
    private final LongSupplier nanoClock;
    private final Channel channel;
    private final ControlWriter answers;
    private final ReplyLimit limit = new ReplyLimit();

    /**
     * @param dialled whether this side made the connection: who opens, and who answers, follows from it
     * @param answers writes this side's control messages to the channel
     */
    ControlDispatch(
            Link link,
            Life life,
            Ending ending,
            boolean dialled,
            LongSupplier nanoClock,
            Channel channel,
            ControlWriter answers) {
        this.link = link;
        this.life = life;
        this.ending = ending;
        this.dialled = dialled;
        this.nanoClock = nanoClock;
        this.channel = channel;
        this.answers = answers;
    }

    void dispatch(Control control) throws CorruptFrameException {
        long before = answers.written();
        act(control);
        if (!life.ended()) {
            limit.received(answers.written() != before, channel.isWritable());
            Directions directions = life.directions();
            ReplyLimit.requireFew(directions == null ? 0 : directions.pendingActions());
        }
    }

    private void act(Control control) throws CorruptFrameException {
        switch (control.getKindCase()) {
            case OPEN -> {
                require(State.READY, !dialled, control);
                link.onOpen(control.getOpen());
            }
            case OPENED -> {
                require(State.OPENING, dialled, control);
                link.onOpened(control.getOpened());
            }
            case REFUSED -> {
                require(State.OPENING, dialled, control);
                ending.close().refused(control.getRefused());
            }
            case FIN -> {
                require(State.OPEN, true, control);
                fin(control.getFin());
            }
            case RESET -> reset();
            case RELEASE -> {
                require(State.OPEN, true, control);
                life.directions().release(control.getRelease());
            }
            case CHECK -> {
                require(State.OPEN, true, control);
                life.directions().verify(control.getCheck());
            }
            case PING -> link.onPing();
            case PROBE -> link.onProbe(control.getProbe());
            case ANSWER -> link.onAnswer(control.getAnswer());
            case CODEC_WITHDRAWN -> link.onCodecWithdrawn(control.getCodecWithdrawn());
            case LIVENESS -> link.onLiveness(control.getLiveness());
            case REFUSAL -> link.onRefusal(control.getRefusal());
            case WANT -> {
                require(State.OPEN, true, control);
                link.onWants(List.of(control.getWant()));
            }
            case GRANT -> {
                require(State.OPEN, true, control);
                link.onGrant(control.getGrant());
            }
            case KEPT_HISTORY, ASK_HISTORY, OFFER_HISTORY, RETURN_HISTORY -> {
                require(State.OPEN, true, control);
                history(control);
            }
            case KIND_NOT_SET -> throw new CorruptFrameException("unknown control message");
        }
    }

    private void require(State required, boolean condition, Control control) throws CorruptFrameException {
        if (life.state() != required || !condition) {
            throw new CorruptFrameException(control.getKindCase() + " on a link that is " + life.state());
        }
    }

    private void history(Control control) throws CorruptFrameException {
        switch (control.getKindCase()) {
            case KEPT_HISTORY -> life.directions().keptHistory(control.getKeptHistory());
            case OFFER_HISTORY -> life.directions().offerHistory(control.getOfferHistory(), nanoClock.getAsLong());
            case RETURN_HISTORY -> life.directions().returnHistory(control.getReturnHistory());
            default -> {
                if (!ending.isFinReceived()) {
                    life.directions().askHistory();
                }
            }
        }
    }

    private void fin(Fin fin) throws CorruptFrameException {
        if (ending.isFinReceived()) {
            throw new CorruptFrameException("FIN on a link that is finished");
        }
        life.directions().verify(fin.getCheck());
        ending.finReceived();
        life.directions().peerFinished();
        life.user().finished();
        ending.endIfFinished();
    }

    private void reset() {
        LinkUser told = ending.close();
        if (told != null) {
            told.reset();
        }
    }
}
