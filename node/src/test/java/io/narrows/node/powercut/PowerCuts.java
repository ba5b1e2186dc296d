package io.narrows.node.powercut;

import io.narrows.node.file.Directories;
import io.narrows.storage.db.crash.disk.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A campaign of power cuts on successive groups, each with its own seed. The same seed produces the same groups, apart
 * from the timing of threads and the network.
 *
 * <p>{@code bin/soak power-cuts --cuts 200 --seed 1} runs it alone.
 */
final class PowerCuts {
    static final int CUTS_PER_GROUP = 10;

    private final Path folder;
    private final CutLedger ledger;
    private final Consumer<Faults> disks;

    /** @param disks configures each new disk */
    PowerCuts(Path folder, CutLedger ledger, Consumer<Faults> disks) {
        this.folder = folder;
        this.ledger = ledger;
        this.disks = disks;
    }

    /** Runs groups, from a seed, for the given total number of power cuts; skips groups that are in the ledger. */
    void run(long seed, int cuts) throws IOException, InterruptedException {
        Random seeds = new Random(seed);
        for (int left = cuts; left > 0; left -= CUTS_PER_GROUP) {
            long group = seeds.nextLong();
            if (!ledger.has(group)) {
                runGroup(group, Math.min(left, CUTS_PER_GROUP));
            }
        }
    }

    /** Runs one group; a failure is printed and recorded in the ledger. */
    void runGroup(long seed, int cuts) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(folder, "group");
        CutGroup group = new CutGroup(seed, directory, disks);
        String verdict = CutLedger.Line.KEPT;
        try {
            group.run(cuts);
        } catch (AssertionError e) {
            verdict =
                    e.getCause() == null ? "FAILED" : ("FAILED: " + e.getCause().getMessage()).replaceAll("\\s+", " ");
            System.out.println("power-cuts: FAILED, again with --group " + seed);
            e.printStackTrace(System.out);
        }
        ledger.add(seed, group.cuts(), group.acknowledged(), verdict);
        System.out.printf(
                "power-cuts: group %d, %d cuts, %,d acknowledged, back within %,d ms, %s%n",
                seed, group.cuts(), group.acknowledged(), group.slowestMillis(), verdict);
        Directories.delete(directory);
    }
}
