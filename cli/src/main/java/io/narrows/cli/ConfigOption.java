package io.narrows.cli;

import io.narrows.cli.check.CheckResult;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.proxy.reload.RenamedKeyLog;
import io.narrows.terminal.option.NodeOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code --config} option of several verbs. */
final class ConfigOption {
    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "Configuration file (YAML).")
    private Path file;

    @Mixin
    private NodeOption node;

    Path file() {
        return file;
    }

    /** Returns the configuration; empty if the file has mistakes, which have then been printed to standard error. */
    Optional<Config> load() {
        return load(source(), renamed -> {});
    }

    /** Returns the file with the environment of this process, for the node that the command line names. */
    ConfigSource source() {
        return node.source(file);
    }

    /** Checks the configuration and the certificates that it names, as they are now. */
    CheckResult check() {
        return CheckResult.of(source(), Clock.systemUTC().instant());
    }

    /** Loads a configuration for a process that runs on it, and logs the former names of keys. */
    static Optional<Config> loadToRun(ConfigSource source) {
        return load(source, RenamedKeyLog::warn);
    }

    private static Optional<Config> load(ConfigSource source, Consumer<RenamedKey> renamed) {
        try {
            return Optional.of(source.load(renamed));
        } catch (ConfigException e) {
            e.problems().forEach(System.err::println);
            return Optional.empty();
        }
    }
}
