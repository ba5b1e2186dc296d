package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.MalformedDataException;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The sending direction of a link to {@code b}, and a list of what arrives there. The clock stands still unless the test advances
 * it or lets it tick. While it stands still, encoding is not measured, and each codec keeps its assumed cost.
 */
final class SendingLink {
    static final PeerId B = new PeerId("b");

    /** Describes a frame that has arrived. */
    interface FrameLabel {
        /** @param app its content, which the caller releases */
        String of(int head, ByteBuf app);
    }

    private final EventMeter events = new EventMeter();
    private final Streams streams;
    private final FrameLabel label;
    private final List<String> received = new ArrayList<>();
    private long now = 1;
    private long tick;

    /** Lists frames by their codec, such as {@code new dense}. */
    SendingLink(String rules, LinkTerms terms) {
        this(
                rules,
                terms,
                (head, app) -> (FrameDescriptor.isNew(head) ? "new " : "") + codec(FrameDescriptor.codecId(head)));
    }

    /** @param rules of the policy of the sending end */
    SendingLink(String rules, LinkTerms terms, FrameLabel label) {
        this.streams = new Streams(rules, terms, events, () -> now += tick);
        this.label = label;
    }

    EventMeter events() {
        return events;
    }

    Streams streams() {
        return streams;
    }

    SendingStream sending() {
        return streams.sending();
    }

    long now() {
        return now;
    }

    void later(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Makes each reading of the clock advance it, so that encoding a frame seems to take that time. */
    void tick(long nanos) {
        tick = nanos;
    }

    /** Sends bytes that shrink much. */
    void send(int length) {
        send(compressible(length));
    }

    /** Sends app bytes and takes ownership of them. */
    void send(ByteBuf app) {
        streams.send(app, now);
    }

    static ByteBuf compressible(int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        for (int i = 0; i < length; i++) {
            app.writeByte(i % 251);
        }
        return app;
    }

    /** Sends so much that a context of dense has all the memory of its window. */
    void takeAllMemory() {
        for (int sent = 0; sent < 256 << 10; sent += 16 << 10) {
            send(16 << 10);
            streams.finishWork();
        }
    }

    /** Sends reads of a length until the application is held back; fails if frames leave the queue as fast as they come. */
    void fillQueue(int length) {
        for (int i = 0; i < 100 && !sending().congested(); i++) {
            send(length);
        }
        assertThat(sending().congested()).isTrue();
    }

    /**
     * Sends frames of 16 KiB until each seems to take a tenth of a millisecond: 6 ns a byte, too little for a read to block an event loop.
     * The assumed costs of dense are so high that each read leaves the event loop.
     */
    void measureFastFrames() {
        tick(TimeUnit.MICROSECONDS.toNanos(100));
        for (int i = 0; i < 20; i++) {
            send(16 * 1024);
            streams.finishWork();
        }
        tick(0);
    }

    /** Returns the list of what has arrived, without checks; the caller may clear it. */
    List<String> received() throws CorruptFrameException {
        streams.hear(new Streams.Heard() {
            @Override
            public void data(int head, ByteBuf payload, long check) throws CorruptFrameException {
                ByteBuf app = streams.receiving().decode(head, payload, check);
                try {
                    received.add(label.of(head, app));
                } finally {
                    app.release();
                }
            }

            @Override
            public void control(ByteBuf payload) throws CorruptFrameException {
                obey(ControlMessages.parse(payload));
            }
        });
        return received;
    }

    private void obey(Control control) throws CorruptFrameException {
        if (control.hasCheck()) {
            streams.receiving().verify(control.getCheck());
        } else if (control.hasFin()) {
            streams.receiving().verify(control.getFin().getCheck());
            received.add("fin");
        } else if (control.hasRelease()) {
            int codec = control.getRelease().getCodec();
            streams.receiving().contexts().release(codec);
            received.add("release " + codec(codec));
        } else {
            throw new AssertionError("unexpected message: " + control);
        }
    }

    private static String codec(int id) {
        try {
            return Codec.ofId(id).label();
        } catch (MalformedDataException e) {
            throw new AssertionError(e);
        }
    }

    /** Frees both ends; fails if a context or an error is left. */
    void close() {
        streams.close();

        assertThat(streams.contextBytes()).isZero();
        assertThat(streams.takeFailure()).isNull();
    }
}
