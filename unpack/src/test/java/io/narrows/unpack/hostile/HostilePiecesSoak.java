package io.narrows.unpack.hostile;

import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Damages pieces and carried streams, for {@code bin/soak pieces}. Exits with 1 at the first wrong byte. */
@Command(
        name = "pieces",
        mixinStandardHelpOptions = true,
        description = "Damages compressed pieces, and unpacked streams.")
public final class HostilePiecesSoak implements Soak {
    private static final int PART = 10_000;

    @Option(
            names = "--runs",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Damaged pieces and streams. Default: ${DEFAULT-VALUE}.")
    private long runs;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() {
        System.out.println("pieces: seed " + seed.seed());
        HostilePieces pieces = new HostilePieces(seed.seed());
        for (long done = 0; done < runs; done += PART) {
            System.out.println(done + ": " + pieces.run(Math.min(PART, runs - done)));
        }
        System.out.println(runs + " runs, at most " + pieces.mostAllocated() + " bytes on the heap for one");
        return 0;
    }
}
