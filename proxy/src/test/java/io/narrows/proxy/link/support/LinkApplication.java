package io.narrows.proxy.link.support;

import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.hostile.Fate;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * An application at the sidecar's end of a link: accepts everything, may send a word, may answer everything at length,
 * and closes when the peer does.
 */
public final class LinkApplication implements LinkUser {
    private static final byte[] WORD = "answer ".repeat(30).getBytes(StandardCharsets.US_ASCII);

    private static final int ANSWER_BYTES = 16 << 10;
    private static final int PERIOD = 1 << 10;
    private static final byte[] ANSWER = answer();

    private final boolean speaks;
    private final boolean answers;
    private final ByteBufAllocator alloc;
    private Link link;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private int frames;
    private boolean holdingBack;
    private Fate fate = Fate.NEVER_OPENED;

    public LinkApplication(boolean speaks, boolean answers, ByteBufAllocator alloc) {
        this.speaks = speaks;
        this.answers = answers;
        this.alloc = alloc;
    }

    /** Returns its answer, long enough to start shared history. Repeated noise, so that it takes little time to encode. */
    public static byte[] answer() {
        byte[] answer = new byte[ANSWER_BYTES];
        byte[] noise = new byte[PERIOD];
        new Random(1).nextBytes(noise);
        for (int at = 0; at < ANSWER_BYTES; at += PERIOD) {
            System.arraycopy(noise, 0, answer, at, PERIOD);
        }
        return answer;
    }

    void carriedBy(Link carrier) {
        link = carrier;
    }

    /** Returns the link that carries this application. */
    public Link link() {
        return link;
    }

    /** Returns the number of decoded data frames. */
    public int frames() {
        return frames;
    }

    /** Returns how it ended, unless a failure was logged. */
    public Fate fate() {
        return fate;
    }

    /** Returns the bytes of the peer so far. */
    public byte[] received() {
        return received.toByteArray();
    }

    public void holdBack(boolean holding) {
        holdingBack = holding;
    }

    /** Accepts the bytes that were held back. */
    public void takeAll() {
        holdingBack = false;
        if (link != null) {
            link.resume();
        }
    }

    @Override
    public void opened(Reached target) {
        if (speaks) {
            say(WORD);
        }
    }

    private void say(byte[] words) {
        link.send(alloc.directBuffer(words.length).writeBytes(words), System.nanoTime());
        link.flush();
    }

    @Override
    public void refused(Refused refused) {
        notReached();
    }

    /** Records that the link is for another target, or for one that the peer does not have. */
    void notReached() {
        fate = Fate.UNKNOWN_TARGET;
    }

    @Override
    public boolean accepts() {
        return !holdingBack;
    }

    @Override
    public void data(ByteBuf bytes, long readAt) {
        frames++;
        receive(bytes);
        if (answers) {
            say(ANSWER);
        }
    }

    private void receive(ByteBuf bytes) {
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.readBytes(copy);
        bytes.release();
        received.writeBytes(copy);
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
