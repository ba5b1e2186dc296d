package io.narrows.proxy.link.send;

import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.StepDownReason;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Chooses codec, context and history of the frames that are encoded: by the policy, the contexts that there are, and how long earlier
 * frames took. Used on the link's event loop only, by one frame at a time.
 */
final class EncodingPlanner {
    /** Nanoseconds between long frames that use the slow codec although they seem too late for it, to measure its speed. */
    private static final long TRIAL_INTERVAL = 100_000_000;

    private final LinkEnvironment environment;
    private final PeerId peer;
    private final PolicyDecision decision;
    private final SendingContexts contexts;
    private final LinkHistory history;
    private final FullQueue queue = new FullQueue();
    private final Ladder ladder;
    private final LongAdder overloadFrames;
    private final LongAdder level0Frames;

    private long measuredAt;

    /** Whether there was no context with room for the last frame that should have been encoded. */
    private boolean lacksContext;

    EncodingPlanner(
            LinkEnvironment environment, PolicyDecision decision, SendingContexts contexts, LinkHistory history) {
        this.environment = environment;
        this.peer = decision.terms().peer();
        this.decision = decision;
        this.contexts = contexts;
        this.history = history;
        this.ladder = new Ladder(decision.policy());
        this.overloadFrames = environment.events().overloadFrames(peer);
        this.level0Frames = environment.events().level0Frames(peer);
        this.measuredAt = now() - TRIAL_INTERVAL;
    }

    /** Applies a new policy that wants the same encoding as before. */
    void follow() {
        ladder.follow(policy());
    }

    /** Applies a new policy that wants another encoding than before. */
    void reset() {
        queue.reset();
        ladder.reset(policy());
    }

    /** Returns the encoding of the next frame: the policy's, or the one that the link has stepped down to. */
    SendingPolicy.Encoding inUse() {
        return policy().previous().orElseGet(ladder::encoding);
    }

    /** Returns whether the next frame would probably be compressed: the codec in use has a context, and the last frame had room in one. */
    boolean compresses() {
        return !lacksContext && contexts.has(inUse().spec().codec());
    }

    /** Returns the maximum app bytes of a frame. */
    int longest() {
        return policy().hasFaster() && ladder.reason() == null
                ? FrameDescriptor.SLOW_FRAME_BYTES
                : FrameDescriptor.MAX_APP_BYTES;
    }

    /** Returns why the link has stepped down; null if it has not. */
    @Nullable
    StepDownReason steppedDown() {
        return ladder.reason();
    }

    /** Records that the queue of the encoder is full. */
    void queueFull() {
        long now = now();
        ladder.queueFull(now);
        queue.full(now);
        if (queue.lasts(now)) {
            decision.overloaded();
        }
    }

    /** Records that the queue of the encoder is empty. */
    void queueEmpty() {
        long now = now();
        ladder.queueEmpty(now);
        queue.empty(now);
    }

    /**
     * Plans a frame; raw if there is no memory for a context.
     *
     * @param bytes of the frame
     * @param waiting the number of waiting bytes, including these; 0 if they are alone and need not wait
     */
    FramePlan plan(int bytes, long readAt, long waiting) {
        judge(bytes);
        contexts.steps().carries(bytes, now());
        SendingPolicy.Encoding encoding = ladder.encoding();
        SendingContext context = contexts.of(encoding.context(), bytes);
        if (context == null && !encoding.context().equals(policy().wanted().context())) { // not granted yet
            encoding = policy().lowerLevel().orElse(policy().wanted());
            context = contexts.of(encoding.context(), bytes);
        }
        if (context == null && policy().previous().isPresent()) {
            if (contexts.refusal() == RawReason.NO_GRANT) { // until the chosen codec is granted
                encoding = policy().previous().get();
            } else {
                dropPrevious(); // its memory is needed
            }
            context = contexts.of(encoding.context(), bytes);
        }
        lacksContext = context == null;
        if (context == null) {
            return new FramePlan.Raw(contexts.refusal());
        }
        Deadline deadline = Deadline.after(readAt, policy().lingerNanos());
        boolean isSubstitute = false;
        if (waiting > 0
                && ladder.judges(encoding)
                && !isTrial(encoding, context, bytes)
                && deadline.isMissed(context.cost(encoding.atLowerLevel()), bytes, 0, now())) {
            ladder.late(encoding);
            SendingContext faster = encoding == policy().wanted() ? contextOfFaster(context, bytes) : null;
            if (faster != null) {
                encoding = policy().faster();
                context = faster;
                isSubstitute = true;
                if (!encoding.atLowerLevel()) {
                    overloadFrames.increment();
                }
            }
        }
        boolean sharesHistory = policy().sharedHistory() && context.codec().sharesHistory();
        boolean learns = sharesHistory
                && context.begun()
                && !(waiting > 0
                        && deadline.isMissed(
                                context.cost(encoding.atLowerLevel()),
                                bytes,
                                history.consumer().due(bytes, now()),
                                now()))
                // a frame that refers to history cannot be discarded
                && (!history.consumer().hasSources() || contexts.steps().tryReserveWhole(context));
        return new FramePlan.Encode(
                encoding,
                context,
                learns ? history.consumer().references(bytes, now()) : List.of(),
                sharesHistory,
                ladder.judges(encoding) && bytes >= StepDown.SMALLEST_JUDGED,
                isSubstitute);
    }

    /**
     * Returns the context of the faster encoding, which is that of the wanted one if the level of its frames may vary; null if there is none.
     */
    private @Nullable SendingContext contextOfFaster(SendingContext ofWanted, int bytes) {
        CodecSpec spec = policy().faster().context();
        return spec.equals(policy().wanted().context()) ? ofWanted : contexts.of(spec, bytes);
    }

    private void dropPrevious() {
        decision.dropPrevious();
        contexts.keepOnly(policy().specs());
    }

    /** Steps down or back when due. Frees the context of the overload codec when it is no longer needed. */
    private void judge(int bytes) {
        int before = ladder.depth();
        if (ladder.stepsDown(bytes, now())) {
            StepDownReason reason = Objects.requireNonNull(ladder.reason());
            environment.events().stepDown(peer, reason);
            if (reason == StepDownReason.QUEUE) {
                decision.overloaded();
            }
        }
        if (ladder.depth() < before && policy().overloadCodec().isPresent()) {
            contexts.release(policy().encoding(true).spec().codec());
        }
    }

    /** Returns whether a frame is encoded to measure the slow codec, even if it will be late. */
    private boolean isTrial(SendingPolicy.Encoding encoding, SendingContext context, int bytes) {
        return encoding == policy().wanted()
                && context.cost(false).isLong(bytes)
                && now() - measuredAt >= TRIAL_INTERVAL;
    }

    /**
     * Records a frame that was encoded as planned, whether or not it is sent like that.
     *
     * @param in bytes of its content
     */
    void encoded(FramePlan.Encode plan, EncodedFrame encoded, int in) {
        if (encoded.effort() != null) {
            ladder.encoded(plan.encoding(), encoded.effort());
        }
        if (plan.encoding() == policy().wanted() && plan.cost().isLong(in)) {
            measuredAt = encoded.endedAt();
        }
    }

    /** Records an encoded frame whose context is kept, because there is enough memory for it. */
    void keptInContext(FramePlan.Encode plan) {
        if (plan.atLowerLevel()) {
            level0Frames.increment();
        }
        if (policy().previous().isPresent()
                && plan.encoding().context().equals(policy().wanted().context())) {
            dropPrevious();
        }
    }

    private SendingPolicy policy() {
        return decision.policy();
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
