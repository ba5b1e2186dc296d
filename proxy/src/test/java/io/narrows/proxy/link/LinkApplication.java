package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** An application at the sidecar's end of a link: takes what comes, may say a word, and says goodbye when the peer does. */
final class LinkApplication implements LinkUser {
    private static final byte[] WORD = "answer ".repeat(30).getBytes(StandardCharsets.US_ASCII);

    private final boolean speaks;
    private Link link;
    private int frames;
    private boolean holdingBack;
    private Fate fate = Fate.NEVER_OPENED;

    LinkApplication(boolean speaks) {
        this.speaks = speaks;
    }

    void carriedBy(Link carrier) {
        link = carrier;
    }

    /** Data frames that were decoded. */
    int frames() {
        return frames;
    }

    /** How it ended, as far as no failure was logged. */
    Fate fate() {
        return fate;
    }

    void holdBack(boolean holding) {
        holdingBack = holding;
    }

    /** Takes what waits since it held back. */
    void takeAll() {
        holdingBack = false;
        if (link != null) {
            link.resume();
        }
    }

    @Override
    public void opened() {
        if (speaks) {
            link.send(Unpooled.directBuffer().writeBytes(WORD), System.nanoTime());
            link.flush();
        }
    }

    @Override
    public void refused(Refused refused) {
        fate = Fate.UNKNOWN_TARGET;
    }

    @Override
    public boolean accepts() {
        return !holdingBack;
    }

    @Override
    public void data(ByteBuf bytes, long readAt) {
        frames++;
        bytes.release();
    }

    @Override
    public void dataComplete() {}

    @Override
    public void finished() {
        link.finish();
        fate = Fate.CLEAN;
    }

    @Override
    public void reset() {
        fate = Fate.RESET;
    }

    @Override
    public void lost(Failure failure) {}

    @Override
    public void linkWritable(boolean writable) {}
}
