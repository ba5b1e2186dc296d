package io.narrows.codec;

import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.StepSizes;
import java.util.ArrayList;
import java.util.List;

/**
 * Amounts of memory in which contexts are reserved as they grow. Contexts of {@code dense} begin small, those of other codecs have one step.
 * docs/formats/dense.md says why these steps.
 */
public final class ContextSteps {
    /** Content of a quiet context, in bytes: its window takes 82 kB until then, with the next byte 328 kB. */
    private static final int LITTLE_CONTENT = 64 << 10;

    /** Content until which the window takes 328 kB, in bytes. With the next byte, one of 4 MiB takes 656 kB, and soon 5.3 MB. */
    private static final int SOME_CONTENT = 256 << 10;

    private ContextSteps() {}

    /**
     * Returns the steps in ascending order, at least one. The last one is the maximum, {@link ContextSizes}. A step is left out if it takes
     * more than three quarters of the next one.
     */
    public static List<ContextStep> of(CodecSpec spec) {
        ContextStep whole = whole(spec);
        if (!grows(spec)) {
            return List.of(whole);
        }
        List<ContextStep> steps = new ArrayList<>();
        ContextStep next = whole;
        for (ContextStep step : List.of(most(spec, SOME_CONTENT), usual(spec, LITTLE_CONTENT))) {
            if (step.decoderBytes() <= next.decoderBytes() / 4 * 3) {
                steps.add(0, step);
                next = step;
            }
        }
        steps.add(whole);
        return List.copyOf(steps);
    }

    /**
     * Returns what a new context takes until it has carried some content, whatever it is: with all models in use, but without arrays that are
     * prepared. An encoder that learnt bytes of it can take more, up to the maximum.
     *
     * @param content bytes of content, including those learnt
     */
    public static ContextStep most(CodecSpec spec, int content) {
        if (!grows(spec)) {
            return whole(spec);
        }
        StepSizes sizes = sizes(spec);
        return step(sizes, content, sizes.decoder(content));
    }

    /** Returns what a new context takes like {@link #most}, with the models that usual traffic uses in the first 64 KiB. */
    public static ContextStep usual(CodecSpec spec, int content) {
        if (!grows(spec)) {
            return whole(spec);
        }
        StepSizes sizes = sizes(spec);
        return step(sizes, content, sizes.usualDecoder(content));
    }

    private static boolean grows(CodecSpec spec) {
        return spec.codec() == Codec.DENSE;
    }

    private static ContextStep whole(CodecSpec spec) {
        return new ContextStep(ContextSizes.encoder(spec), ContextSizes.decoder(spec));
    }

    private static StepSizes sizes(CodecSpec spec) {
        return new StepSizes(Effort.ofLevel(spec.level()), spec.windowLog());
    }

    private static ContextStep step(StepSizes sizes, int content, long decoderBytes) {
        return new ContextStep(decoderBytes + sizes.encoderExcess(content), decoderBytes);
    }
}
