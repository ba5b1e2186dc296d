package io.narrows.proxy.link.context;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextStep;
import io.narrows.codec.ContextSteps;
import io.narrows.proxy.memory.WindowCosts;
import java.util.List;

/**
 * Memory that one end of a context asks for, and that it gets under each limit of {@link WindowCosts}.
 *
 * @param spec with the largest window
 * @param end the end whose memory it is
 * @param inSteps whether the memory is taken in steps; otherwise, all that the window needs is taken at once
 * @param bytes memory that is needed now
 */
public record ContextDemand(CodecSpec spec, End end, boolean inSteps, long bytes) {
    /** An end of a context. */
    public enum End {
        SENDER,
        RECEIVER;

        /** Returns the memory of a context at this end, in bytes. */
        long bytes(CodecSpec spec) {
            return this == SENDER ? ContextSizes.encoder(spec) : ContextSizes.decoder(spec);
        }

        /** Returns the memory of a step at this end, in bytes. */
        long bytes(ContextStep step) {
            return this == SENDER ? step.encoderBytes() : step.decoderBytes();
        }
    }

    /** Returns the demand for all the memory of a window. */
    public static ContextDemand whole(CodecSpec spec, End end) {
        return new ContextDemand(spec, end, false, end.bytes(spec));
    }

    /** @param bytes memory that is needed now, raised to that of the first step; 0 for all that the window may need */
    public static ContextDemand inSteps(CodecSpec spec, End end, long bytes) {
        long whole = end.bytes(spec);
        long least = end.bytes(ContextSteps.of(spec).get(0));
        return new ContextDemand(spec, end, true, bytes <= 0 ? whole : Math.min(whole, Math.max(least, bytes)));
    }

    /** Returns the memory under each limit. */
    public WindowCosts costs() {
        return WindowCosts.ofLimits(ContextBudget.storage(spec.codec()), this::under, this::most);
    }

    private long under(int limit) {
        if (!inSteps) {
            return ofWindow(WindowCosts.windowLog(limit));
        }
        return switch (limit) {
            case WindowCosts.LEAST_LIMIT -> ofStep(0);
            case WindowCosts.AHEAD_LIMIT -> Math.max(bytes, ofStep(1));
            case WindowCosts.WHOLE_LIMIT -> end.bytes(spec);
            default -> Math.min(bytes, ofWindow(limit));
        };
    }

    /**
     * Returns the memory under a limit while memory is free: that of the smallest window, if it is asked for, or of the second step, asked
     * for or not.
     */
    private long most(int limit) {
        if (!inSteps || limit >= WindowCosts.AHEAD_LIMIT) {
            return under(limit);
        }
        long ofWindow = ofWindow(WindowCosts.windowLog(limit));
        if (limit == WindowCosts.LEAST_LIMIT) {
            return Math.max(ofStep(0), Math.min(bytes, ofWindow));
        }
        return bytes <= ofWindow ? Math.max(bytes, ofStep(1)) : ofWindow;
    }

    /** Returns the largest window under a limit, as a base-two logarithm of bytes. In steps, small contexts may have any window. */
    public int windowLog(int limit) {
        int most = Math.max(spec.windowLog(), WindowCosts.SMALLEST_LOG);
        int limited = Math.min(most, WindowCosts.windowLog(limit));
        boolean isSmall = inSteps && bytes <= ofWindow(limited);
        return isSmall ? most : limited;
    }

    private long ofWindow(int log) {
        return end.bytes(spec.withWindowLog(Math.min(log, spec.windowLog())));
    }

    private long ofStep(int number) {
        List<ContextStep> steps = ContextSteps.of(spec);
        return end.bytes(steps.get(Math.min(number, steps.size() - 1)));
    }
}
