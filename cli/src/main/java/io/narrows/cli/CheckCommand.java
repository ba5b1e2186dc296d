package io.narrows.cli;

import io.narrows.cli.check.CheckJson;
import io.narrows.cli.check.CheckResult;
import io.narrows.cli.check.cluster.ClusterCheck;
import io.narrows.cli.check.cluster.ClusterCheckJson;
import io.narrows.cli.node.StoreText;
import io.narrows.config.AssumedPrice;
import io.narrows.config.Config;
import io.narrows.config.ConfigSource;
import io.narrows.config.PeerId;
import io.narrows.terminal.option.OutputOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "check", description = "Validates a configuration and its certificates, and reports every error.")
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Subject subject;

    @Mixin
    private OutputOption output;

    /** The files to check: one, or those of a cluster. */
    private static final class Subject {
        @Option(
                names = {"-c", "--config"},
                required = true,
                paramLabel = "FILE",
                description = "Configuration file (YAML).")
        private @Nullable Path file;

        @Option(
                names = "--all",
                required = true,
                paramLabel = "DIR",
                description = "Directory with the configurations of all nodes of a cluster (DIR/*/narrows.yaml or"
                        + " DIR/*.yaml): checks each file, and that they agree.")
        private @Nullable Path folder;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Instant now = Clock.systemUTC().instant();
        Map<String, String> environment = System.getenv();
        return subject.folder == null
                ? check(CheckResult.of(new ConfigSource(Objects.requireNonNull(subject.file), environment), now), out)
                : check(ClusterCheck.of(subject.folder, environment, now), out);
    }

    private int check(ClusterCheck result, PrintWriter out) {
        if (output.isJson()) {
            ClusterCheckJson.write(result, out);
        } else {
            result.mistakes().forEach(System.err::println);
            if (result.ok()) {
                for (CheckResult file : result.results()) {
                    file.renamedKeys().forEach(key -> out.println("warning: " + key));
                    file.exposedAddresses().forEach(address -> out.println(file.file() + ": warning: " + address));
                }
                out.println(result.folder() + ": ok, " + result.results().size() + " configurations agree");
                out.flush();
            }
        }
        return result.ok() ? 0 : Narrows.EXIT_BAD_INPUT;
    }

    private int check(CheckResult result, PrintWriter out) {
        if (output.isJson()) {
            CheckJson.write(result, out);
        } else {
            result.mistakes().forEach(System.err::println);
            result.config().filter(config -> result.ok()).ifPresent(config -> print(result, config, out));
        }
        return result.ok() ? 0 : Narrows.EXIT_BAD_INPUT;
    }

    private static void print(CheckResult result, Config config, PrintWriter out) {
        out.println(result.file() + ": ok");
        result.renamedKeys().forEach(key -> out.println("warning: " + key));
        result.exposedAddresses().forEach(address -> out.println("warning: " + address));
        config.targets()
                .forEach((name, target) -> target.peers()
                        .ifPresent(peers -> out.println("target " + name + " at " + target.address() + " for "
                                + peers.stream().map(PeerId::value).collect(Collectors.joining(" ")))));
        AssumedPrice.of(config).forEach(out::println);
        out.print(StoreText.of(config));
        out.flush();
    }
}
