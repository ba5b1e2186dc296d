package io.narrows.cli;

import io.narrows.cli.check.CheckResult;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The {@code --config} option of several verbs. */
final class ConfigOption {
    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "Configuration file (YAML).")
    private Path file;

    Path file() {
        return file;
    }

    /** Returns the configuration; empty if the file has mistakes, which have then been printed to standard error. */
    Optional<Config> load() {
        return load(file);
    }

    /** Checks the configuration and the present certificates that it names. */
    CheckResult check() {
        return CheckResult.of(file, Clock.systemUTC().instant());
    }

    static Optional<Config> load(Path file) {
        try {
            return Optional.of(ConfigLoader.load(file));
        } catch (ConfigException e) {
            e.problems().forEach(System.err::println);
            return Optional.empty();
        }
    }
}
