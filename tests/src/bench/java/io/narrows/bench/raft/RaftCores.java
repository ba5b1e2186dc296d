package io.narrows.bench.raft;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.narrows.bench.raft.jraft.JraftCore;
import io.narrows.bench.raft.ratis.RatisCore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures a Raft core under load, or checks it under faults: three members in this process, with the store's state machine. */
@Command(name = "raft-cores", mixinStandardHelpOptions = true)
public final class RaftCores implements Callable<Integer> {
    @Option(names = "--core", required = true, description = "${COMPLETION-CANDIDATES}")
    private Core core;

    @Option(names = "--for", defaultValue = "15", description = "Seconds of each measurement")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "10", description = "Seconds")
    private int warmUp;

    @Option(names = "--clients", defaultValue = "64")
    private int clients;

    @Option(names = "--threads", description = "Also print processor time and switches by kind of thread")
    private boolean threads;

    @Option(names = "--faults", description = "Checks instead of the load")
    private boolean faults;

    @Option(names = "--trials", defaultValue = "10", description = "Of stale reads")
    private int trials;

    @Option(names = "--cuts", defaultValue = "20", description = "Of leaders under load")
    private int cuts;

    @Option(names = "--delay", defaultValue = "0", description = "Of each relay, in microseconds")
    private long delay;

    @Option(names = "--log", defaultValue = "OFF")
    private String level;

    @Option(names = "--directory", defaultValue = "tests/target/raft-cores")
    private Path directory;

    /** The cores that can be compared. */
    enum Core {
        RATIS(RatisCore::new),
        JRAFT(JraftCore::new);

        private final Supplier<RaftCore> constructor;

        Core(Supplier<RaftCore> constructor) {
            this.constructor = constructor;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws Exception {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLoggerList()
                .forEach(logger -> logger.setLevel(Level.toLevel(level)));
        watchdog();
        Duration election = Duration.ofMillis(faults ? 500 : 1000);
        long snapshotEvery = faults ? 500 : 100_000;
        try (BenchGroup group = new BenchGroup(
                core.constructor.get(),
                directory
                        .toAbsolutePath()
                        .resolve(core + "-" + ProcessHandle.current().pid()),
                election,
                snapshotEvery)) {
            group.network().delayAll(delay);
            if (faults) {
                Faults checks = new Faults(group, core.toString());
                checks.staleReads(trials, false);
                checks.staleReads(trials, true);
                checks.leaderCuts(cuts);
                checks.tornLogs(6);
                checks.pendingAddition();
            } else {
                Speed speed = new Speed(group, core.toString(), clients, threads);
                System.out.println(Speed.heading());
                speed.puts(false, warmUp * 1000L, seconds * 1000L);
                speed.puts(true, 3000, seconds * 1000L);
                speed.barriers(false, seconds * 333L);
                speed.barriers(true, seconds * 333L);
                speed.forces();
            }
        }
        return 0;
    }

    /** Nothing runs for longer than it can. */
    private void watchdog() {
        long bound = faults ? 300 + 30L * trials + 15L * cuts : 90 + 4L * (seconds + warmUp);
        Thread thread = new Thread(
                () -> {
                    BenchGroup.pause(bound * 1000);
                    System.err.println("raft-cores: ended after " + bound + " s");
                    Runtime.getRuntime().halt(3);
                },
                "bench-watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) {
        CommandLine line = new CommandLine(new RaftCores());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(line.execute(arguments));
    }
}
