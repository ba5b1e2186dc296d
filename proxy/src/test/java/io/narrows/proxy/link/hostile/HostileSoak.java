package io.narrows.proxy.link.hostile;

import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Mutated peers talk to real links. */
@Command(
        name = "hostile",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Mutated peers talk to real links.")
public final class HostileSoak implements Soak {
    @Option(
            names = "--runs",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Peers. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() {
        HostileRun run = new HostileRun(seed.seed());
        System.out.println("hostile: seed " + seed.seed());
        run.run(runs);
        run.print(System.out);
        return 0;
    }
}
