package io.narrows.proxy.capture;

import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;

/** The other end of a link: it sends, keeps what it receives, and finishes when the peer does. */
final class CarriedEnd implements LinkUser {
    /** How the connection ended. */
    enum End {
        NONE,
        FINISHED,
        RESET,
        REFUSED,
        LOST
    }

    private final Link link;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final byte[][] sentWhenOpened;
    private final byte[] answer;
    private final int expected;
    private End end = End.NONE;
    private boolean reached;
    private boolean answered;

    /**
     * @param answer sent after a number of bytes; empty for none
     * @param expected that number
     * @param sentWhenOpened sent once the peer's target was reached
     */
    CarriedEnd(Link link, byte[] answer, int expected, byte[]... sentWhenOpened) {
        this.link = link;
        this.answer = answer;
        this.expected = expected;
        this.sentWhenOpened = sentWhenOpened;
    }

    byte[] received() {
        return received.toByteArray();
    }

    End end() {
        return end;
    }

    /** Returns whether the peer has reached its target. */
    boolean reached() {
        return reached;
    }

    @Override
    public void opened(Reached target) {
        reached = true;
        for (byte[] bytes : sentWhenOpened) {
            send(bytes);
        }
    }

    private void send(byte[] bytes) {
        link.send(UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes), 1);
        link.flush();
    }

    @Override
    public void data(ByteBuf bytes, long readAt) {
        received.writeBytes(ByteBufUtil.getBytes(bytes));
        bytes.release();
        if (answer.length > 0 && !answered && received.size() >= expected) {
            answered = true;
            send(answer);
        }
    }

    @Override
    public void finished() {
        ends(End.FINISHED);
        link.finish();
    }

    @Override
    public void reset() {
        ends(End.RESET);
    }

    @Override
    public void refused(Refused refused) {
        ends(End.REFUSED);
    }

    @Override
    public void lost(Failure failure) {
        ends(End.LOST);
    }

    private void ends(End how) {
        if (end != End.NONE && !(end == End.FINISHED && how == End.RESET)) {
            throw new AssertionError("ended twice: " + end + ", then " + how);
        }
        end = how;
    }

    @Override
    public boolean accepts() {
        return true;
    }

    @Override
    public void dataComplete() {}

    @Override
    public void linkWritable(boolean writable) {}
}
