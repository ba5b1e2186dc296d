package io.narrows.proxy.link.send;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.meter.StepDownReason;
import org.jspecify.annotations.Nullable;

/**
 * The encodings of a policy from slow to fast, and the one that a link can currently afford: the wanted one, the lower level of
 * its context if the peer decodes it, the overload codec if there is one. A {@link StepDown} judges each for which there is a faster one.
 * Not thread-safe.
 */
final class Ladder {
    private final StepDown wanted;
    private final StepDown lower;
    private SendingPolicy policy;

    Ladder(SendingPolicy policy) {
        this.policy = policy;
        this.wanted = new StepDown(policy.wanted().spec());
        this.lower = new StepDown(lowest(policy).spec());
    }

    private static SendingPolicy.Encoding lowest(SendingPolicy policy) {
        return policy.lowerLevel().orElse(policy.wanted());
    }

    /** Applies a policy with the same wanted encoding, whose lower level or overload codec may have appeared or gone. */
    void follow(SendingPolicy now) {
        CodecSpec before = lowest(policy).spec();
        boolean ends = policy.overloadCodec().isPresent() && now.overloadCodec().isEmpty();
        policy = now;
        if (ends || !lowest(now).spec().equals(before)) {
            lower.reset(lowest(now).spec());
        }
        if (!now.hasFaster()) {
            wanted.reset(now.wanted().spec());
        }
    }

    /** Starts over with a policy that wants another encoding. */
    void reset(SendingPolicy now) {
        policy = now;
        wanted.reset(now.wanted().spec());
        lower.reset(lowest(now).spec());
    }

    /** Returns why the link uses another encoding than the wanted one; null if it does not. */
    @Nullable
    StepDownReason reason() {
        return lower.reason() != null ? lower.reason() : wanted.reason();
    }

    /** Returns the number of steps below the wanted encoding. */
    int depth() {
        return (wanted.reason() != null ? 1 : 0) + (lower.reason() != null ? 1 : 0);
    }

    /** Returns the encoding that the link can afford. */
    SendingPolicy.Encoding encoding() {
        if (wanted.reason() == null) {
            return policy.wanted();
        }
        return policy.lowerLevel().isPresent() && lower.reason() == null
                ? policy.lowerLevel().get()
                : policy.encoding(true);
    }

    /** Returns the judge of an encoding; null if the policy has none that is faster, and for encodings of an earlier policy. */
    private @Nullable StepDown judge(SendingPolicy.Encoding encoding) {
        if (!encoding.context().equals(policy.wanted().context())) {
            return null;
        }
        if (encoding.atLowerLevel()) {
            return hasFasterThanLower() ? lower : null;
        }
        return policy.hasFaster() ? wanted : null;
    }

    private boolean hasFasterThanLower() {
        return policy.lowerLevel().isPresent() && policy.overloadCodec().isPresent();
    }

    /**
     * Returns whether frames of an encoding show whether the link can afford it: it is the wanted one, or the lower level that the link
     * has stepped down to. Single frames of the lower level, for which the wanted one would be late, do not, even if the lower level is
     * late too: the link has to step down from the wanted one first.
     */
    boolean judges(SendingPolicy.Encoding encoding) {
        StepDown judge = judge(encoding);
        return judge != null && (judge == wanted || judge == judge(encoding()));
    }

    /** Records that the queue of the encoder is full. */
    void queueFull(long now) {
        StepDown judge = judge(encoding());
        if (judge != null) {
            judge.queueFull(now);
        }
    }

    /** Records that the queue of the encoder is empty. */
    void queueEmpty(long now) {
        wanted.queueEmpty(now);
        lower.queueEmpty(now);
    }

    /** Records that a frame would be late in an encoding that it {@link #judges}. */
    void late(SendingPolicy.Encoding encoding) {
        StepDown judge = judge(encoding);
        if (judge != null) {
            judge.late();
        }
    }

    /** Records a frame; ignores those of encodings that it no longer judges. */
    void encoded(SendingPolicy.Encoding encoding, StepDown.Effort effort) {
        StepDown judge = judge(encoding);
        if (judge != null) {
            judge.encoded(effort);
        }
    }

    /**
     * Decides before a frame.
     *
     * @param bytes of the frame
     * @return whether the link steps down with this frame
     */
    boolean stepsDown(int bytes, long now) {
        if (!policy.hasFaster()) {
            return false;
        }
        boolean wasDown = wanted.reason() != null;
        boolean steps = wanted.stepsDown(bytes, now);
        if (policy.lowerLevel().isEmpty()) {
            return steps;
        }
        if (wanted.reason() == null) {
            if (wasDown) {
                lower.leave(now);
            }
            return false;
        }
        if (steps) {
            lower.enter(bytes, now);
            return true;
        }
        return hasFasterThanLower() && lower.stepsDown(bytes, now);
    }
}
