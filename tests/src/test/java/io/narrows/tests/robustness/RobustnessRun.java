package io.narrows.tests.robustness;

import io.narrows.tests.linearizability.Campaign;
import io.narrows.tests.linearizability.Fault;
import io.narrows.tests.linearizability.Faults;
import io.narrows.tests.linearizability.Outcome;
import io.narrows.tests.linearizability.StoreCluster;
import io.narrows.tests.support.StoreMember;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Runs a cluster under the traffic of etcd's robustness tests with one fault after another, and then their validation of
 * the clients' observations.
 */
final class RobustnessRun implements Campaign.Run {
    private static final List<Duration> TIMEOUTS =
            List.of(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(3));
    private static final List<String> TRAFFICS =
            List.of("kubernetes", "kubernetes", "kubernetes-create-delete", "etcd");
    private static final int BUSY = 4;
    private static final Duration BEGIN_LIMIT = Duration.ofMinutes(1);
    private static final int END_LIMIT_SECONDS = 400;
    private static final int JUDGE_LIMIT_SECONDS = 300;
    private static final Pattern FIGURES = Pattern.compile("operations: (\\d+) answered, (\\d+) not");

    private final RobustnessOptions options;
    private final long seed;
    private final SplittableRandom random;
    private final PrintStream out;
    private long answered;
    private long unknown;

    /** @param run counted from 0; each has a different seed */
    RobustnessRun(RobustnessOptions options, int run, PrintStream out) {
        this.options = options;
        this.seed = options.common().seed() + run;
        this.random = new SplittableRandom(seed);
        this.out = out;
    }

    /** @param directory for the files and logs of all processes, and {@code report} for the clients' observations */
    @Override
    public List<String> run(Path directory) throws IOException, InterruptedException {
        String traffic = options.traffic().orElse(TRAFFICS.get(random.nextInt(TRAFFICS.size())));
        Duration timeout = options.timeout().orElse(TIMEOUTS.get(random.nextInt(TIMEOUTS.size())));
        int busy = options.busy().orElse(random.nextInt(3) == 0 ? BUSY : 0);
        out.printf(
                "robustness: %s, %s of traffic %s, timeout %s, %d busy processes, seed %d%n",
                options.common().program(), options.common().load(), traffic, timeout, busy, seed);
        String report = directory.resolve("report").toString();
        boolean same;
        try (StoreCluster cluster = start(directory);
                BusyLoad load = new BusyLoad();
                RobustnessProgram program =
                        new RobustnessProgram(directory, "traffic", arguments(cluster, traffic, timeout, report))) {
            awaitTraffic(program);
            load.start(busy);
            disturb(cluster, program);
            program.endInput();
            same = program.accepts(END_LIMIT_SECONDS);
            count(program.output());
        }
        if (!same) {
            return complaint(directory, "members have different keys");
        }
        try (RobustnessProgram judge = new RobustnessProgram(
                directory, "judge", List.of("judge", "-limit", JUDGE_LIMIT_SECONDS + "s", report))) {
            boolean accepted = judge.accepts(3 * JUDGE_LIMIT_SECONDS);
            out.print("  " + judge.output());
            return accepted ? List.of() : List.of(judge.output());
        }
    }

    private List<String> complaint(Path directory, String text) {
        out.printf("  REFUSED: %s, see %s%n", text, directory.resolve("traffic.log"));
        return List.of(text);
    }

    @Override
    public long count(Outcome outcome) {
        return switch (outcome) {
            case OK -> answered;
            case FAILED -> 0;
            case UNKNOWN -> unknown;
        };
    }

    private StoreCluster start(Path directory) throws IOException {
        return StoreCluster.start(options.common().program(), directory, random.nextInt(3), (site, config) -> {
            if (options.common().program() == StoreProgram.NARROWS) {
                config.storeKey("watch-progress-interval: 100ms");
            }
        });
    }

    private List<String> arguments(StoreCluster cluster, String traffic, Duration timeout, String report) {
        String endpoints = cluster.members().stream()
                .map(StoreMember::clientAddress)
                .map(RobustnessRun::text)
                .collect(Collectors.joining(","));
        String data = options.common().program() == StoreProgram.ETCD
                ? cluster.members().stream()
                        .map(member -> member.host().name() + "=" + member.data())
                        .collect(Collectors.joining(","))
                : "";
        return List.of(
                "run",
                "-endpoints",
                endpoints,
                "-traffic",
                traffic,
                "-timeout",
                timeout.toMillis() + "ms",
                "-data",
                data,
                report);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static void awaitTraffic(RobustnessProgram program) {
        Awaitility.await("traffic")
                .atMost(BEGIN_LIMIT)
                .until(() -> program.output().contains("traffic begins"));
    }

    private void disturb(StoreCluster cluster, RobustnessProgram program) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Faults faults = new Faults(random.split(), kinds(), cluster);
        faults.run(() -> program.isAlive()
                && System.nanoTime() - begin < options.common().load().toNanos());
        cluster.awaitAnswers();
        out.printf("  faults: %s%n", faults.happened());
    }

    /** Returns the kinds except those that add a member, which take most of a minute. */
    private List<Fault.Kind> kinds() {
        return options.common().faults().stream()
                .filter(kind -> kind != Fault.Kind.PENDING_MEMBER && kind != Fault.Kind.PENDING_REMOVAL)
                .toList();
    }

    private void count(String output) {
        Matcher figures = FIGURES.matcher(output);
        if (!figures.find()) {
            throw new IllegalStateException("no figures in " + output);
        }
        answered = Long.parseLong(figures.group(1));
        unknown = Long.parseLong(figures.group(2));
        out.printf(
                "  %s%n",
                output.lines()
                        .filter(line -> line.startsWith("operations"))
                        .findFirst()
                        .orElseThrow());
    }
}
