package io.narrows.proxy.link;

import io.narrows.proxy.link.Link.State;
import io.narrows.proxy.link.proto.Control;
import io.netty.buffer.ByteBuf;

/** Hands each frame of a link to what the link does with it, when the link's state allows it. */
final class FrameDispatch implements FrameReader.Sink {
    private final Link link;
    private final boolean dialled;

    /** @param dialled whether this side made the connection: who opens, and who answers, follows from it */
    FrameDispatch(Link link, boolean dialled) {
        this.link = link;
        this.dialled = dialled;
    }

    @Override
    public boolean accepts() {
        return link.accepts();
    }

    @Override
    public void frame(int head, ByteBuf payload) throws CorruptFrameException {
        switch (FrameDescriptor.kind(head)) {
            case FrameDescriptor.KIND_DATA -> link.onData(head, payload);
            case FrameDescriptor.KIND_CONTROL -> {
                link.onControl();
                dispatch(ControlMessages.parse(payload));
            }
            default ->
                throw new CorruptFrameException(
                        "unknown frame kind: " + FrameDescriptor.kind(head) + " (expected: 0-1)");
        }
    }

    private void dispatch(Control control) throws CorruptFrameException {
        switch (control.getKindCase()) {
            case OPEN -> in(State.READY, control, !dialled).onOpen(control.getOpen());
            case OPENED -> in(State.OPENING, control, dialled).onOpened();
            case REFUSED -> in(State.OPENING, control, dialled).onRefused(control.getRefused());
            case FIN -> in(State.OPEN, control, true).onFin(control.getFin());
            case RESET -> link.onReset();
            case RELEASE -> in(State.OPEN, control, true).onRelease(control.getRelease());
            case CHECK -> in(State.OPEN, control, true).onCheck(control.getCheck());
            case PING -> {
                // that it came is all that it says
            }
            case REFUSAL -> link.onRefusal(control.getRefusal());
            case KIND_NOT_SET -> throw new CorruptFrameException("unknown control message");
        }
    }

    private Link in(State required, Control control, boolean condition) throws CorruptFrameException {
        if (link.state() != required || !condition) {
            throw new CorruptFrameException(control.getKindCase() + " on a link that is " + link.state());
        }
        return link;
    }
}
