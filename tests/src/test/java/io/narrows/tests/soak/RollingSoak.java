package io.narrows.tests.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Installs, removes and kills the sidecars of three hosts with {@code fallback: plain}, in one random schedule after another, while their
 * applications compare every byte. Only a kill may reset connections.
 *
 * <p>{@code bin/soak rolling --schedules 200 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class RollingSoak {
    private static final int MOST_STEPS = 8;
    private static final int MOST_PAUSE_MILLIS = 1_500;

    /** One change of one host. */
    private enum Step {
        INSTALL,
        REMOVE,
        KILL
    }

    private final long seed;
    private final PrintStream out;

    RollingSoak(long seed, PrintStream out) {
        this.seed = seed;
        this.out = out;
    }

    /**
     * Runs schedules until there are enough, or the time is over.
     *
     * @param directory for the files and logs of the hosts
     * @return whether nothing failed
     */
    boolean run(Path directory, int schedules, Duration limit) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        long begin = System.nanoTime();
        int done = 0;
        out.printf("rolling: %d schedules in at most %s, seed %d%n", schedules, limit, seed);
        try (RollingCluster cluster = new RollingCluster(directory, random.split())) {
            while (done < schedules && System.nanoTime() - begin < limit.toNanos()) {
                List<String> steps = new ArrayList<>();
                try {
                    perform(cluster, random.split(), steps);
                    cluster.requireNoFailure();
                } finally {
                    out.printf("  schedule %d: %s%n", done + 1, String.join(", ", steps));
                }
                done++;
            }
            cluster.stop().forEach(figures -> out.println("  " + figures));
        } catch (IllegalStateException | IOException e) {
            out.println("FAILURE " + e.getMessage());
            return false;
        }
        out.printf("rolling: %d schedules, no failure%n", done);
        return true;
    }

    /** Performs random steps, and leaves no sidecar. */
    private static void perform(RollingCluster cluster, SplittableRandom random, List<String> steps)
            throws IOException, InterruptedException {
        int count = 3 + random.nextInt(MOST_STEPS - 2);
        for (int i = 0; i < count; i++) {
            RollingHost host =
                    cluster.hosts().get(random.nextInt(cluster.hosts().size()));
            Step step = !host.isInstalled() ? Step.INSTALL : random.nextInt(3) == 0 ? Step.KILL : Step.REMOVE;
            perform(cluster, host, step, steps);
            Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
        }
        for (RollingHost host : cluster.hosts()) {
            if (host.isInstalled()) {
                perform(cluster, host, Step.REMOVE, steps);
            }
        }
        if (!cluster.leavesNothing()) {
            throw new IllegalStateException("rules are left");
        }
    }

    private static void perform(RollingCluster cluster, RollingHost host, Step step, List<String> steps)
            throws IOException {
        steps.add(step.name().toLowerCase(Locale.ROOT) + " " + host.host().name());
        switch (step) {
            case INSTALL -> host.install();
            case REMOVE -> host.remove();
            case KILL -> cluster.restart(host);
        }
    }
}
