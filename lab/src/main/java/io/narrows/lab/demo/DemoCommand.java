package io.narrows.lab.demo;

import io.narrows.lab.cluster.ClusterDemo;
import io.narrows.lab.cluster.Contender;
import io.narrows.lab.cluster.ContenderConverter;
import io.narrows.terminal.option.DurationConverter;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.output.Screen;
import io.narrows.terminal.process.Signals;
import io.narrows.terminal.process.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Demonstrates the savings of sidecars on this machine alone. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Runs a store in three simulated zones of two regions on this machine and shows how much its sidecars"
                        + " save.",
        footer = {
            "",
            "Runs three stores and their sidecars as six processes: two zones of one region",
            "and one zone of another. Writes Kubernetes objects through etcd's API and shows",
            "the sidecars' metrics, then a monthly bill. --compare repeats the load under",
            "none, snappy, lz4, gzip, zstd, dense and the policy, or those in",
            "--compare=gzip:9,policy.",
            "With --recorded, traffic recorded between the nodes of real clusters is",
            "replayed through two sidecars at its recorded pace (pauses cut to 100 ms) and",
            "compared with the recording at the far end; then a part of it is replayed under",
            "each codec.",
            "Ctrl-C ends it early. Each sidecar has a web page that shows the same figures;",
            "--keep-running keeps it available. Exits with 1 if a process fails or a byte",
            "differs."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int MOST_RATE = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "Duration of the demo, or of each policy with --compare, such as 20s or 2m. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration time;

    @Option(
            names = "--rate",
            paramLabel = "WRITES/S",
            description = "Writes per second to the store; 0 writes as fast as possible. Default: 100.")
    private @Nullable Double rate;

    @Option(
            names = "--compare",
            arity = "0..1",
            paramLabel = "CODEC,...",
            fallbackValue = Contender.STANDARD,
            split = ",",
            converter = ContenderConverter.class,
            description = "Repeats the same load under each of these codecs and the policy. Default:"
                    + " ${FALLBACK-VALUE}. A codec may have a level, such as gzip:9.")
    private List<Contender> compare = List.of();

    @Option(
            names = "--recorded",
            description = "Replays recorded traffic between two regions instead of running a" + " store.")
    private boolean recorded;

    @Option(
            names = "--keep-running",
            description = "Keeps the sidecars and their pages running until Ctrl-C; skips the comparison of codecs.")
    private boolean keepRunning;

    /** The former name of {@code --keep-running}, for one release. */
    @Option(names = "--stay", hidden = true)
    private boolean stay;

    @Mixin
    private OutputOption output;

    private final CountDownLatch stop = new CountDownLatch(1);

    @Override
    public Integer call() throws InterruptedException {
        check();
        Signals.handle("INT", stop::countDown);
        Signals.handle("TERM", stop::countDown);
        Class<?> main = spec.root().userObject().getClass();
        PrintWriter out = spec.commandLine().getOut();
        try {
            return recorded ? new RecordedDemo(main, time, keepRunning, report(out), stop).show() : store(main, out);
        } catch (IOException e) {
            System.err.println("narrows: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    private void check() {
        if (stay) {
            spec.commandLine()
                    .getErr()
                    .println("narrows: --stay is now --keep-running; the next release removes --stay");
            keepRunning = true;
        }
        if (recorded && (!compare.isEmpty() || rate != null)) {
            throw wrong("--recorded cannot be combined with --compare or --rate");
        }
        if (!compare.isEmpty() && keepRunning) {
            throw wrong("--compare cannot be combined with --keep-running");
        }
        if (rate != null && !(rate >= 0 && rate <= MOST_RATE)) {
            throw wrong("--rate " + rate + " (expected: 0 to " + MOST_RATE + ")");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private Report report(PrintWriter out) {
        return output.isJson()
                ? new JsonReport(out)
                : new TableReport(new Screen(out, StandardOutput.OUT.isTerminal()));
    }

    private int store(Class<?> main, PrintWriter out) throws IOException, InterruptedException {
        ClusterDemo demo = new ClusterDemo(main, time, rate == null ? 100 : rate, output.isJson(), out, stop);
        if (compare.isEmpty()) {
            demo.show(keepRunning);
        } else {
            demo.compare(compare);
        }
        return ExitCode.OK;
    }
}
