package io.narrows.estimate.tcp;

import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads damaged captures, for {@code bin/soak captures}. Exits with 1 at the first that is neither read nor refused. */
@Command(name = "captures", mixinStandardHelpOptions = true, description = "Reads damaged pcap and pcapng files.")
public final class HostileCapturesSoak implements Soak {
    @Option(
            names = "--runs",
            defaultValue = "100000",
            paramLabel = "N",
            description = "Damaged captures. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() {
        System.out.println("captures: seed " + seed.seed());
        HostileCaptures captures = new HostileCaptures(seed.seed());
        System.out.println(captures.run(runs) + ", at most " + captures.mostAllocated() + " bytes allocated for one");
        return 0;
    }
}
