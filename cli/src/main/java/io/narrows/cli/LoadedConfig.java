package io.narrows.cli;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.proxy.reload.RenamedKeyLog;
import java.util.Optional;
import java.util.function.Consumer;

/** Loads configurations for verbs; prints the mistakes of a file to standard error. */
final class LoadedConfig {
    private LoadedConfig() {}

    /** Returns the configuration; empty if the file has mistakes, which have then been printed. */
    static Optional<Config> of(ConfigSource source) {
        return load(source, renamed -> {});
    }

    /** Loads a configuration for a process that runs on it, and logs the former names of keys. */
    static Optional<Config> toRun(ConfigSource source) {
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
