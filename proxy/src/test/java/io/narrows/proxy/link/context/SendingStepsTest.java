package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextStep;
import io.narrows.codec.ContextSteps;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.SentFrames;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contexts of dense whose memory the peer grants in steps. */
final class SendingStepsTest {
    private static final PeerId B = new PeerId("b");
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final List<ContextStep> STEPS = ContextSteps.of(DENSE);
    private static final long FIRST = STEPS.get(0).decoderBytes();
    private static final long SECOND = STEPS.get(1).decoderBytes();
    private static final long WHOLE = ContextSizes.decoder(DENSE);
    private static final int FRAME = 16 << 10;

    /** Bytes of noise whose models take more than the first step, though its window does not. */
    private static final int NOISE = 56 << 10;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Random random = new Random(3);
    private long now = 1;
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: none}", new EventMeter(), Runnable::run, () -> now);
    private final SendingContexts contexts = contexts(new LinkTermsBuilder().grantsInSteps());

    private SendingContexts contexts(LinkTermsBuilder terms) {
        TrafficCell cell = environment
                .traffic()
                .cell(B, new Location("r", "z", "hb"), TrafficClass.CONTROL, Codec.NONE, Direction.SENT);
        FrameWriter frames = new FrameWriter(
                channel,
                FrameForm.PAYLOAD_CHECKED,
                new WireCounter(new LinkBill(channel, false, environment.traffic())));
        ControlWriter control = new ControlWriter(frames, () -> cell);
        SendingGrants grants = new SendingGrants(terms.build(), control, () -> now);
        return new SendingContexts(environment.contexts(), B, grants, channel, () -> now, control, true);
    }

    @AfterEach
    void close() {
        contexts.close();
        channel.finishAndReleaseAll();

        assertThat(environment.contexts().usedBytes()).isZero();
    }

    @Test
    void busyLink_asksForAllMemory_beforeItsContentNeedsMore_andTheContextGoesOn() throws Exception {
        SendingContext context = begin();
        assertThat(sent()).isEqualTo(STEPS.get(0).encoderBytes());

        frames(2);
        ContextWindow request = request();
        assertThat(request.getMemory()).isEqualTo(WHOLE);
        assertThat(context.decoderBytes()).isLessThan(FIRST);
        grant(WHOLE, request.getRequest());

        frames(3);
        assertThat(sent())
                .as("only as much as its content needs")
                .isEqualTo(STEPS.get(1).encoderBytes());
        frames(20);
        assertThat(contexts.of(DENSE, FRAME)).isSameAs(context);
        assertThat(sent()).isEqualTo(ContextSizes.encoder(DENSE));
        assertThat(requests()).isEmpty();
    }

    @Test
    void refusedStep_restartsTheContext_andThenGoesRaw_butNotForever() throws Exception {
        SendingContext context = begin();
        frames(4);
        ContextWindow request = request();
        grant(FIRST, request.getRequest());

        assertThat(contexts.of(DENSE, FRAME)).isNotNull().isNotSameAs(context);
        frames(7 * 4);
        SendingContext last = contexts.of(DENSE, FRAME);
        encode(last, Orders.of(random, FRAME));
        frames(3);
        assertThat(contexts.of(DENSE, FRAME)).isNull();
        assertThat(contexts.refusal()).isEqualTo(RawReason.NO_GRANT);
        assertThat(contexts.has(Codec.DENSE)).as("raw frames change no context").isTrue();

        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(contexts.of(DENSE, FRAME)).isNotNull().isNotSameAs(last);
        assertThat(sent()).isEqualTo(STEPS.get(0).encoderBytes());
    }

    @Test
    void quietLink_restartsInsteadOfAsking() throws Exception {
        SendingContext context = begin();
        for (int i = 0; i < 4; i++) {
            now += TimeUnit.SECONDS.toNanos(21);
            frames(1);
        }

        now += TimeUnit.SECONDS.toNanos(21);
        assertThat(contexts.of(DENSE, FRAME)).isNotNull().isNotSameAs(context);
        assertThat(requests()).isEmpty();
    }

    @Test
    void linkThatHasBecomeQuiet_asksForTheFirstStepAgain() throws Exception {
        begin();
        frames(3);
        grant(WHOLE, request().getRequest());

        now += TimeUnit.MINUTES.toNanos(6);
        contexts.of(DENSE, 100);
        assertThat(contexts.releaseIdleFor(TimeUnit.HOURS.toNanos(1), now)).isTrue();

        assertThat(request().getMemory()).isEqualTo(FIRST);
        assertThat(contexts.releaseIdleFor(TimeUnit.HOURS.toNanos(1), now)).isFalse();
    }

    @Test
    void quietLinkWithAFrameOfManyModels_keepsWhatItHasJustAskedFor() throws Exception {
        SendingContext context = begin();
        now += TimeUnit.MINUTES.toNanos(6);
        encode(contexts.of(DENSE, FRAME), noise(4 * FRAME));
        assertThat(contexts.steps().tryReserveUsed(context)).isFalse();
        contexts.steps().discard(context);
        ContextWindow request = request();
        assertThat(request.getMemory()).isEqualTo(SECOND);
        grant(SECOND, request.getRequest());

        for (int i = 0; i < 3; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            contexts.releaseIdleFor(TimeUnit.HOURS.toNanos(1), now);
        }

        assertThat(requests()).isEmpty();
    }

    @Test
    void linkWhoseContextWasReleased_asksForTheFirstStepAgain() throws Exception {
        begin();
        frames(3);
        grant(WHOLE, request().getRequest());

        now += TimeUnit.MINUTES.toNanos(2);
        contexts.releaseIdleFor(TimeUnit.MINUTES.toNanos(1), now);
        assertThat(contexts.has(Codec.DENSE)).isFalse();
        assertThat(requests()).isEmpty();

        now += TimeUnit.MINUTES.toNanos(4);
        assertThat(contexts.releaseIdleFor(TimeUnit.MINUTES.toNanos(1), now)).isTrue();
        assertThat(request().getMemory()).isEqualTo(FIRST);
        assertThat(contexts.releaseIdleFor(TimeUnit.MINUTES.toNanos(1), now)).isFalse();
    }

    @Test
    void toAReceiverThatGrantsWindows_memoryIsTakenInStepsHereOnly() throws Exception {
        try (Closing older = new Closing(contexts(new LinkTermsBuilder().grantsContexts()))) {
            assertThat(older.contexts().of(DENSE, FRAME)).isNull();
            ContextWindow request = request();
            assertThat(request.getMemory()).isZero();
            older.contexts().granted(Codec.DENSE, request, DENSE.withWindowLog(20));

            SendingContext context = older.contexts().of(DENSE, FRAME);
            assertThat(context.windowLog()).isEqualTo(20);
            assertThat(sent()).isEqualTo(STEPS.get(0).encoderBytes());
            for (int i = 0; i < 40; i++) {
                older.contexts().steps().carries(FRAME, now);
                assertThat(older.contexts().of(DENSE, FRAME)).isSameAs(context);
                encode(context, Orders.of(random, FRAME));
                assertThat(older.contexts().steps().tryReserveUsed(context)).isTrue();
            }
            assertThat(requests()).isEmpty();
            assertThat(sent()).isEqualTo(ContextSizes.encoder(DENSE.withWindowLog(20)));
        }
    }

    @Test
    void manyBusyLinks_keepTheSmallestWindow_asFarAsThereIsMemory() throws Exception {
        List<Closing> links = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            links.add(new Closing(contexts(new LinkTermsBuilder().grantsInSteps())));
        }
        byte[] content = new byte[FRAME];
        int raw = 0;
        for (int round = 0; round < 60; round++) {
            raw = 0;
            for (Closing link : links) {
                link.contexts().steps().carries(FRAME, now);
                SendingContext context = link.contexts().of(DENSE, FRAME);
                if (context == null) {
                    raw++;
                    link.contexts()
                            .granted(Codec.DENSE, message(WHOLE).setRequest(100).build(), DENSE);
                } else {
                    encode(context, content);
                    assertThat(link.contexts().steps().tryReserveUsed(context)).isTrue();
                }
            }
            channel.flush();
            SentFrames.take(channel);
            channel.runPendingTasks();
        }

        assertThat(sent())
                .isLessThanOrEqualTo(environment.memory().pool(Purpose.SENDING).limitBytes());
        assertThat(raw)
                .as("of 120 links; the peer holds four fifths of the pool")
                .isLessThan(45);
        links.forEach(Closing::close);
    }

    private record Closing(SendingContexts contexts) implements AutoCloseable {
        @Override
        public void close() {
            contexts.close();
        }
    }

    @Test
    void frameWithTooManyModels_isNotSent_andItsContextIsLost() throws Exception {
        SendingContext context = begin();
        encode(contexts.of(DENSE, 4 * FRAME), noise(4 * FRAME));

        assertThat(contexts.steps().tryReserveUsed(context)).isFalse();
        assertThat(contexts.steps().discard(context)).isEqualTo(RawReason.NO_GRANT);
        assertThat(contexts.has(Codec.DENSE)).isFalse();
        assertThat(requests()).extracting(ContextWindow::getMemory).contains(SECOND);
    }

    @Test
    void contextsThatAreLostWithTheirFrames_beginSeldom_untilTheGrantArrives() throws Exception {
        begin();

        int before = begunInFramesWithManyModels(200);
        assertThat(before).as("one, and as many as may restart in a row").isBetween(2, 9);
        assertThat(contexts.refusal()).isEqualTo(RawReason.NO_GRANT);
        assertThat(contexts.of(DENSE, FRAME)).isNull();

        now += TimeUnit.SECONDS.toNanos(2);
        assertThat(begunInFramesWithManyModels(200)).as("two a second").isBetween(1, 4);

        grant(WHOLE, request().getRequest());
        assertThat(begunInFramesWithManyModels(50)).isLessThanOrEqualTo(1);
        assertThat(contexts.begun(Codec.DENSE).content()).isGreaterThanOrEqualTo(25 * NOISE);
    }

    @Test
    void contextThatIsLostForLackOfMemoryHere_asksThePeerForNothing() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        requests();
        Account others = environment.memory().account(Purpose.SENDING, new PeerId("c"));
        long rest = others.pool().limitBytes() - others.pool().usedBytes();
        others.count(Storage.HEAP, rest);
        encode(contexts.of(DENSE, FRAME), noise(4 * FRAME));

        assertThat(contexts.steps().tryReserveUsed(context)).isFalse();
        assertThat(contexts.steps().discard(context)).isEqualTo(RawReason.MEMORY);
        assertThat(requests()).isEmpty();
        others.count(Storage.HEAP, -rest);
    }

    @Test
    void contextThatExceedsItsGrant_asksForTheStepThatItNeeds_whateverItHasHere() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        assertThat(contexts.steps().tryReserveWhole(context)).isTrue();
        lower(FIRST, 1);
        requests();
        encode(contexts.of(DENSE, FRAME), noise(4 * FRAME));

        assertThat(contexts.steps().tryReserveUsed(context)).isFalse();
        assertThat(contexts.steps().discard(context)).isEqualTo(RawReason.NO_GRANT);
        assertThat(request().getMemory()).isEqualTo(SECOND);
    }

    @Test
    void loweredGrant_isObeyedWithoutARestart_ifTheDecoderTakesNoMore() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        frames(1);

        lower(FIRST, 1);
        assertThat(request().getLowering()).isEqualTo(1);
        assertThat(contexts.of(DENSE, FRAME)).isSameAs(context);

        lower(context.decoderBytes() - 1, 2);
        assertThat(contexts.has(Codec.DENSE)).isFalse();
    }

    @Test
    void withoutMemoryHere_theContextRestarts_inTheMemoryThatItHas() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        Account others = environment.memory().account(Purpose.SENDING, new PeerId("c"));
        long rest = others.pool().limitBytes() - others.pool().usedBytes();
        others.count(Storage.HEAP, rest);

        frames(4);
        assertThat(contexts.of(DENSE, FRAME)).isNotNull().isNotSameAs(context);
        assertThat(sent() - rest).isEqualTo(STEPS.get(0).encoderBytes());
        others.count(Storage.HEAP, -rest);
    }

    @Test
    void contextThatIsReservedWhole_givesBackWhatItDoesNotNeed_andGoesOn_whenOthersNeedMemory() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        frames(1);
        assertThat(contexts.steps().tryReserveWhole(context)).isTrue();

        WindowCosts costs = ContextDemand.whole(DENSE, ContextDemand.End.SENDER).costs();
        Account others = environment.memory().account(Purpose.SENDING, new PeerId("c"));
        for (int i = 0; i < 100; i++) {
            others.want(costs);
        }
        contexts.releaseIdleFor(TimeUnit.HOURS.toNanos(1), now);

        assertThat(contexts.of(DENSE, FRAME)).isSameAs(context);
        assertThat(sent()).isLessThan(ContextSizes.encoder(DENSE)).isGreaterThanOrEqualTo(context.memoryBytes());
        for (int i = 0; i < 100; i++) {
            others.unwant(costs);
        }
    }

    @Test
    void refusedMemory_isAskedForOnceASecond() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        Account mine = environment.contexts().sending(B);
        Account others = environment.memory().account(Purpose.SENDING, new PeerId("c"));
        long rest = others.pool().limitBytes() - others.pool().usedBytes();
        others.count(Storage.HEAP, rest);

        for (int i = 0; i < 20; i++) {
            assertThat(contexts.steps().tryReserveWhole(context)).isFalse();
        }
        assertThat(mine.refusals()).isEqualTo(1);

        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(contexts.steps().tryReserveWhole(context)).isFalse();
        assertThat(mine.refusals()).isEqualTo(2);
        others.count(Storage.HEAP, -rest);

        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(contexts.steps().tryReserveWhole(context)).isTrue();
    }

    @Test
    void memoryRefusedAfterAFrame_isAskedForAgainASecondLater_withoutAnotherFrame() throws Exception {
        SendingContext context = begin();
        grant(WHOLE, 1);
        Account others = environment.memory().account(Purpose.SENDING, new PeerId("c"));
        long rest = others.pool().limitBytes() - others.pool().usedBytes();
        others.count(Storage.HEAP, rest);
        encode(contexts.of(DENSE, FRAME), noise(4 * FRAME));

        assertThat(contexts.steps().tryReserveUsed(context)).isFalse();
        others.count(Storage.HEAP, -rest);
        assertThat(contexts.steps().tryReserveUsed(context)).isFalse();

        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(contexts.steps().tryReserveUsed(context)).isTrue();
    }

    @Test
    void history_isOnlyLearnedInContextsWithAllTheirMemory() throws Exception {
        SendingContext context = begin();
        assertThat(contexts.steps().tryReserveWhole(context)).isFalse();

        grant(WHOLE, 1);
        assertThat(contexts.steps().tryReserveWhole(context)).isTrue();
        assertThat(sent()).isEqualTo(ContextSizes.encoder(DENSE));
    }

    /** Returns a context with the first step. */
    private SendingContext begin() throws CorruptFrameException {
        assertThat(contexts.of(DENSE, 100)).isNull();
        ContextWindow request = request();
        assertThat(request.getMemory()).isEqualTo(FIRST);
        grant(FIRST, request.getRequest());
        return contexts.of(DENSE, 100);
    }

    /** Encodes frames of 16 KiB in the context of the link. */
    private void frames(int count) {
        for (int i = 0; i < count; i++) {
            contexts.steps().carries(FRAME, now);
            SendingContext context = contexts.of(DENSE, FRAME);
            encode(context, Orders.of(random, FRAME));
            assertThat(contexts.steps().tryReserveUsed(context)).isTrue();
        }
    }

    /**
     * Sends short frames, and one of noise after each, in the contexts of the link, as far as there is memory for them.
     *
     * @return the number of contexts that begin in frames that are sent
     */
    private int begunInFramesWithManyModels(int count) {
        int begun = 0;
        for (int i = 0; i < count; i++) {
            byte[] content = i % 2 == 0 ? Orders.of(random, 100) : noise(NOISE);
            contexts.steps().carries(content.length, now);
            SendingContext context = contexts.of(DENSE, content.length);
            if (context != null) {
                encode(context, content);
                if (!contexts.steps().tryReserveUsed(context)) {
                    contexts.steps().discard(context);
                } else if (FrameDescriptor.isNew(context.nextHead(false))) {
                    begun++;
                }
            }
        }
        return begun;
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private static void encode(SendingContext context, byte[] content) {
        ByteBuf app =
                PooledByteBufAllocator.DEFAULT.directBuffer(content.length).writeBytes(content);
        context.encode(PooledByteBufAllocator.DEFAULT, app).release();
        app.release();
    }

    private void grant(long memory, int request) {
        grant(message(memory).setRequest(request).build());
    }

    private void lower(long memory, int lowering) {
        grant(message(memory).setRequest(100).setLowering(lowering).build());
    }

    private static ContextWindow.Builder message(long memory) {
        return ContextWindows.of(DENSE, DENSE.windowLog()).toBuilder().setMemory(memory);
    }

    private void grant(ContextWindow message) {
        contexts.granted(Codec.DENSE, message, DENSE);
    }

    private long sent() {
        return environment.memory().pool(Purpose.SENDING).usedBytes();
    }

    /** Returns the last request. */
    private ContextWindow request() throws CorruptFrameException {
        List<ContextWindow> requests = requests();
        return requests.get(requests.size() - 1);
    }

    private List<ContextWindow> requests() throws CorruptFrameException {
        channel.flush();
        return SentFrames.take(channel).controls().stream()
                .filter(Control::hasWant)
                .map(Control::getWant)
                .toList();
    }
}
