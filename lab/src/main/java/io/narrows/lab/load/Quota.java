package io.narrows.lab.load;

import java.util.Optional;
import java.util.function.Supplier;

/** Ends steps after this many writes. */
final class Quota implements Script {
    private final Supplier<Step> steps;
    private long left;

    Quota(long writes, Supplier<Step> steps) {
        this.left = writes;
        this.steps = steps;
    }

    @Override
    public Optional<Step> next() {
        if (left == 0) {
            return Optional.empty();
        }
        Step step = steps.get();
        left -= step.operation().isWrite() ? 1 : 0;
        return Optional.of(step);
    }
}
