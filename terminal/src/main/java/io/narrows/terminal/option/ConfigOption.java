package io.narrows.terminal.option;

import io.narrows.config.ConfigSource;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code --config} option of the verbs that need a configuration, with {@code --node}. */
public final class ConfigOption {
    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "Configuration file (YAML).")
    private Path file;

    @Mixin
    private NodeOption node;

    public Path file() {
        return file;
    }

    /** Returns the file with the environment of this process, for the node that the command line names. */
    public ConfigSource source() {
        return node.source(file);
    }
}
