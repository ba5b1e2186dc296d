package io.narrows.testkit.program;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A soak for tests that keeps its options. */
@Command(name = "sample")
public final class SampleSoak implements Soak {
    static long seed;
    static Duration time;

    @Mixin
    private SeedOption seedOption;

    @Option(names = "--for", converter = DurationConverter.class)
    private Duration duration;

    @Option(names = "--fail")
    private boolean fails;

    @Override
    public Integer call() {
        if (fails) {
            throw new IllegalStateException("on purpose");
        }
        seed = seedOption.seed();
        time = duration;
        return 0;
    }
}
