package io.narrows.cli;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.proxy.reload.RenamedKeyLog;
import java.util.Optional;

/** Loads configurations for verbs; prints the mistakes of a file to standard error. */
final class LoadedConfig {
    private static final int EXIT_FAILED = 1;

    private LoadedConfig() {}

    /** Returns the configuration; empty if the file has mistakes, which have then been printed. */
    static Optional<Config> of(ConfigSource source) {
        try {
            return Optional.of(source.load());
        } catch (ConfigException e) {
            print(e);
            return Optional.empty();
        }
    }

    /** Loads a configuration for a process that runs on it, and logs the former names of keys. */
    static Config toRun(ConfigSource source) throws ConfigException {
        return source.load(RenamedKeyLog::warn);
    }

    /** Prints why a process cannot run, and returns its exit code: a service manager does not repeat a start with mistakes. */
    static int refusal(ConfigException e) {
        print(e);
        return e.isTemporary() ? EXIT_FAILED : Narrows.EXIT_BAD_INPUT;
    }

    private static void print(ConfigException e) {
        e.problems().forEach(System.err::println);
    }
}
