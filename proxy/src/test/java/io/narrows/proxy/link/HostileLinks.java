package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Real links of a real sidecar's making, each with a hostile peer at its other end, all in the caller's thread. Every way
 * of a link to end is checked here: it is counted, and it leaves nothing behind.
 */
final class HostileLinks implements AutoCloseable {
    private static final String CONFIG = """
            version: 1
            node: {id: b, region: us-east-1, zone: z, host: h-b}
            link: {listen: 127.0.0.1:15000}
            targets: {work: 127.0.0.1:9000}
            peers: [{id: %s, region: us-east-1, zone: z, host: h, link: 127.0.0.1:15001}]
            policy:
              - {class: bulk, codec: dense, level: 1, window: 128KiB, shared-history: true}
              - {codec: gzip, level: 1}
            """.formatted(Recording.NODE);

    private final CountingAllocator allocator = new CountingAllocator();
    private final Overheard log = new Overheard();
    private final EventMeter events = new EventMeter();
    private final LinkEnvironment environment = LinkEnvironments.of(CONFIG, events, Runnable::run, System::nanoTime);
    private final LinkHandshakes handshakes;
    private final DecoderCoverage coverage = new DecoderCoverage();
    private LinkApplication application;
    private long contextPeak;
    private boolean refused;

    HostileLinks() {
        handshakes = new LinkHandshakes(environment, this::opened, plaintext(), () -> false, "test");
    }

    private static TlsContexts plaintext() {
        try {
            return new TlsContexts(TlsContexts.load(Optional.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CountingAllocator allocator() {
        return allocator;
    }

    DecoderCoverage coverage() {
        return coverage;
    }

    /** The most memory that contexts took at the same time, in bytes, native memory included. */
    long contextPeak() {
        return contextPeak;
    }

    /** Meets peers that are not hostile, so that what is made once is made. */
    void warmUp() {
        for (Recording recording : Recording.all()) {
            Fate fate = meet(Mutant.none(recording), new SplittableRandom(1));
            if (fate != Fate.CLEAN) {
                throw new AssertionError("not understood: " + fate + ", " + recording);
            }
        }
    }

    /**
     * Lets a peer say its words to a new link, cut into reads at random, and go.
     *
     * @throws AssertionError when the link's end was not counted, left something behind, or was the link's own fault
     */
    Fate meet(Mutant mutant, RandomGenerator random) {
        long failures = EventCounts.failures(events);
        long refusals = EventCounts.refusedHellos(events);
        application = new LinkApplication(
                random.nextInt(8) == 0, mutant.origin().answered(), UnpooledByteBufAllocator.DEFAULT);
        refused = false;
        DuplexEmbeddedChannel channel = connect(mutant.origin().opens());
        for (Mutant.Piece piece : mutant.pieces()) {
            say(channel, piece, random);
        }
        channel.peerEnds();
        channel.finishAndReleaseAll();

        Fate fate = fate();
        expect("failures", fate.counted() ? 1 : 0, EventCounts.failures(events) - failures);
        expect("refusals", refusing(fate) ? 1 : 0, EventCounts.refusedHellos(events) - refusals);
        expect("links", 0, environment.census().size());
        expect("bytes of buffers", 0, allocator.live());
        expect("bytes of contexts", 0, environment.contexts().usedBytes());
        return fate;
    }

    private DuplexEmbeddedChannel connect(boolean peerOpens) {
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(allocator);
        Promise<Link> greeted = ImmediateEventExecutor.INSTANCE.newPromise();
        handshakes.begin(channel, peerOpens ? null : Recording.NODE, greeted);
        greeted.addListener(done -> {
            if (done.isSuccess()) {
                application.carriedBy(greeted.getNow());
                if (!peerOpens) {
                    greeted.getNow().open(application, Recording.TARGET, TrafficClass.DEFAULT);
                }
            }
        });
        try {
            channel.register();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return channel;
    }

    private void opened(Link link, Open open) {
        if (open.getTarget().equals(Recording.TARGET)) {
            link.accept(application);
            application.opened();
        } else {
            refused = true;
            link.refuse(Refused.Reason.UNKNOWN_TARGET, "");
        }
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

    private Fate fate() {
        List<Overheard.Warning> warnings = log.takeAll();
        if (warnings.size() > 1) {
            throw new AssertionError("one link failed more than once: " + warnings);
        }
        if (!warnings.isEmpty()) {
            return Fate.of(warnings.get(0));
        }
        return refused ? Fate.UNKNOWN_TARGET : application.fate();
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
