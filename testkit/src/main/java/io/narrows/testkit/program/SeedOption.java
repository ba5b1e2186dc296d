package io.narrows.testkit.program;

import io.narrows.testkit.Seed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --seed}; without it the seed is new, or that of the system property of {@link Seed}. */
public final class SeedOption {
    private final long other = Seed.unprinted();

    @Option(names = "--seed", paramLabel = "N", description = "Repeats a run. Default: a new seed, which is printed.")
    private @Nullable Long given;

    public long seed() {
        return given == null ? other : given;
    }

    public boolean isGiven() {
        return given != null;
    }
}
