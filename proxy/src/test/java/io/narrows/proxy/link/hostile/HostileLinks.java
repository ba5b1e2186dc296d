package io.narrows.proxy.link.hostile;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkApplication;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Links with a hostile peer at the other end. Checks for every kind of end that it is counted and leaves nothing behind. */
final class HostileLinks implements AutoCloseable {
    private final CountingAllocator allocator = new CountingAllocator();
    private final Overheard log = new Overheard();
    private final EventMeter events = new EventMeter();
    private final EmbeddedLinks links =
            new EmbeddedLinks("{codec: gzip, level: 1}", events, Runnable::run, System::nanoTime);
    private final LinkEnvironment environment = links.environment();
    private final DecoderCoverage coverage = new DecoderCoverage();
    private LinkApplication application;
    private long contextPeak;

    CountingAllocator allocator() {
        return allocator;
    }

    DecoderCoverage coverage() {
        return coverage;
    }

    /** Returns the maximum memory of contexts at one time, in bytes, native memory included. */
    long contextPeak() {
        return contextPeak;
    }

    /** Runs peers that are not hostile, so that one-time allocations are made. */
    void warmUp() {
        for (Recording recording : Recording.all()) {
            Fate fate = meet(Mutant.none(recording), new SplittableRandom(1));
            if (fate != Fate.CLEAN) {
                throw new AssertionError("not understood: " + fate + ", " + recording);
            }
        }
    }

    /**
     * Sends a peer's messages to a new link, in reads of random sizes, and disconnects.
     *
     * @throws AssertionError if the link's end was not counted, left something behind, or was the link's own fault
     */
    Fate meet(Mutant mutant, RandomGenerator random) {
        long failures = EventCounts.failures(events);
        long refusals = EventCounts.refusedHellos(events);
        environment
                .encoderRefusals()
                .forget(new PeerId(Recording.NODE)); // a wrong piece of an earlier peer changes the offer
        application = new LinkApplication(
                random.nextInt(8) == 0, mutant.origin().answered(), UnpooledByteBufAllocator.DEFAULT);
        DuplexEmbeddedChannel channel = links.connect(mutant.origin().opens(), application, allocator);
        for (Mutant.Piece piece : mutant.pieces()) {
            say(channel, piece, random);
        }
        channel.peerEnds();
        channel.finishAndReleaseAll();

        Fate fate = fate();
        if (!mutant.sealed()) {
            requireSent(mutant.origin(), fate);
        }
        expect("failures", fate.counted() ? 1 : 0, EventCounts.failures(events) - failures);
        expect("refusals", refusing(fate) ? 1 : 0, EventCounts.refusedHellos(events) - refusals);
        expect("links", 0, environment.registry().size());
        expect("bytes of buffers", 0, allocator.live());
        expect("bytes of contexts", 0, environment.contexts().usedBytes());
        return fate;
    }

    private void say(DuplexEmbeddedChannel channel, Mutant.Piece piece, RandomGenerator random) {
        if (!channel.isOpen()) {
            return;
        }
        int decoded = application.frames();
        int at = 0;
        while (at < piece.wire().length && channel.isOpen()) {
            int rest = piece.wire().length - at;
            int length = random.nextInt(4) == 0 ? 1 + random.nextInt(rest) : rest;
            ByteBuf read = channel.alloc().directBuffer(length).writeBytes(piece.wire(), at, length);
            application.holdBack(random.nextInt(16) == 0);
            channel.writeInbound(read);
            application.takeAll();
            channel.runPendingTasks();
            contextPeak = Math.max(contextPeak, environment.contexts().usedBytes());
            at += length;
        }
        codec(piece).ifPresent(codec -> coverage.add(codec, application.frames() > decoded, log.peek()));
    }

    private static Optional<Codec> codec(Mutant.Piece piece) {
        int id = FrameDescriptor.codecId(piece.head());
        boolean data = piece.head() != Message.GREETING
                && FrameDescriptor.kind(piece.head()) != FrameDescriptor.KIND_CONTROL
                && id < Codec.values().length;
        return data ? Optional.of(Codec.values()[id]) : Optional.empty();
    }

    /**
     * Checks that damage on the wire has not changed what the application received. The checksums of payloads do not notice a message that
     * is lost or repeated, so that the bytes behind it are delivered, but without a clean end.
     */
    private void requireSent(Recording sent, Fate fate) {
        byte[] app = sent.app();
        byte[] received = application.received();
        boolean isPrefix =
                received.length <= app.length && Arrays.equals(app, 0, received.length, received, 0, received.length);
        boolean isWhole = isPrefix && received.length == app.length;
        if (fate == Fate.CLEAN ? !isWhole : sent.form() == FrameForm.CONTENT_CHECKED && !isPrefix) {
            throw new AssertionError(
                    "delivered bytes differ from those sent: " + received.length + " of " + app.length);
        }
    }

    private Fate fate() {
        List<Overheard.Warning> warnings = log.takeAll();
        if (warnings.size() > 1) {
            throw new AssertionError("one link failed more than once: " + warnings);
        }
        if (!warnings.isEmpty()) {
            return Fate.of(warnings.get(0));
        }
        return application.fate();
    }

    private static boolean refusing(Fate fate) {
        return fate == Fate.GREETING_ENVELOPE
                || fate == Fate.GREETING_MESSAGE
                || fate == Fate.ADMISSION
                || fate == Fate.REFUSED_BY_PEER;
    }

    private static void expect(String what, long expected, long actual) {
        if (expected != actual) {
            throw new AssertionError(what + ": " + actual + " (expected: " + expected + ")");
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
