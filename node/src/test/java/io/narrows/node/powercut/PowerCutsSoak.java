package io.narrows.node.powercut;

import io.narrows.node.file.Directories;
import io.narrows.storage.db.crash.disk.Faults;
import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Groups of three stores lose power at once while clients write. */
@Command(
        name = "power-cuts",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Groups of three stores lose power at once while clients write.")
public final class PowerCutsSoak implements Soak {
    @Option(
            names = "--cuts",
            defaultValue = "200",
            paramLabel = "N",
            description = "Power cuts. Default: ${DEFAULT-VALUE}.")
    private int cuts;

    @Mixin
    private SeedOption seed;

    @Option(names = "--group", paramLabel = "SEED", description = "Repeats one group by its own seed.")
    private Long group;

    @Option(
            names = "--append",
            paramLabel = "FILE",
            description =
                    "Adds a line per group to this file, and skips the groups that it already has for this commit.")
    private Path file;

    @Option(names = "--commit", defaultValue = "unknown", hidden = true)
    private String commit;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CutLedger ledger = file == null ? CutLedger.inMemory() : CutLedger.of(file, commit);
        Path folder = Files.createTempDirectory("narrows-power-cuts");
        PowerCuts campaign = new PowerCuts(folder, ledger, Faults::keepReadable);
        long start = System.nanoTime();
        if (group == null) {
            System.out.println("power-cuts: seed " + seed.seed());
            campaign.run(seed.seed(), cuts);
        } else {
            campaign.runGroup(group, PowerCuts.CUTS_PER_GROUP);
        }
        Directories.delete(folder);
        System.out.printf("power-cuts: %s; this run took %d s%n", ledger, (System.nanoTime() - start) / 1_000_000_000);
        return ledger.lines().stream().allMatch(CutLedger.Line::kept) ? 0 : 1;
    }
}
