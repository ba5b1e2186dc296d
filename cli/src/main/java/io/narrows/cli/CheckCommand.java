package io.narrows.cli;

import io.narrows.cli.check.CheckJson;
import io.narrows.cli.check.CheckResult;
import io.narrows.cli.check.cluster.ClusterCheck;
import io.narrows.cli.check.cluster.ClusterCheckJson;
import io.narrows.cli.node.StoreText;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.cli.tls.TlsChains;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.yaml.Words;
import io.narrows.terminal.option.NodeOption;
import io.narrows.terminal.option.OutputOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(name = "check", description = "Validates a configuration and its certificates, and reports every error.")
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Subject subject;

    @Mixin
    private NodeOption node;

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
                paramLabel = "DIR|FILE",
                description = "Directory with the configurations of all nodes of a cluster (DIR/*/narrows.yaml or"
                        + " DIR/*.yaml), or a file that all nodes share: checks each node's configuration, and that they"
                        + " agree.")
        private @Nullable Path folder;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Instant now = Clock.systemUTC().instant();
        if (subject.folder != null && node.isSet()) {
            throw new ParameterException(spec.commandLine(), "--node applies to --config, not to --all");
        }
        return subject.folder == null
                ? check(CheckResult.of(MachinePlace.of(node.source(Objects.requireNonNull(subject.file))), now), out)
                : check(ClusterCheck.of(subject.folder, System.getenv(), now), out);
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
                    file.expiring().forEach(certificate -> out.println("warning: " + certificate));
                    file.unusedAuto().ifPresent(text -> out.println(file.file() + ": warning: " + text));
                    file.unpackedGrowth().forEach(text -> out.println("warning: " + text));
                }
                out.println(result.folder() + ": ok, " + result.configurations() + " configurations agree");
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
        out.println(result.file() + ": ok" + forNodes(result));
        result.renamedKeys().forEach(key -> out.println("warning: " + key));
        result.exposedAddresses().forEach(address -> out.println("warning: " + address));
        result.expiring().forEach(certificate -> out.println("warning: " + certificate));
        result.unusedAuto().ifPresent(text -> out.println("warning: " + text));
        result.unpackedGrowth().forEach(text -> out.println("warning: " + text));
        config.targets()
                .forEach((name, target) -> target.peers()
                        .ifPresent(peers -> out.println("target " + name + " at " + target.address() + " for "
                                + peers.stream().map(PeerId::value).collect(Collectors.joining(" ")))));
        result.assumedPrices().forEach(out::println);
        if (result.nodes().isEmpty()) {
            TlsChains.of(config).forEach(out::println);
            out.print(StoreText.of(config));
        }
        out.flush();
    }

    /** Says for which nodes a shared file was checked if that was not only one of them. */
    private static String forNodes(CheckResult result) {
        if (result.nodes().isEmpty()) {
            return "";
        }
        return " for each of its nodes, "
                + Words.and(result.nodes().stream().map(PeerId::value).toList())
                + " (--node ID also checks a node's certificates; --all, that the nodes agree)";
    }
}
