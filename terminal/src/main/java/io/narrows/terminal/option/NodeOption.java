package io.narrows.terminal.option;

import io.narrows.config.ConfigSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The {@code --node} option of the verbs that load a configuration. */
public final class NodeOption {
    @Option(
            names = "--node",
            paramLabel = "ID",
            description = "Which of the configuration's nodes this is, if the file lists all of them and does not say"
                    + " itself.")
    private @Nullable String id;

    public boolean isSet() {
        return id != null;
    }

    /** Returns the source of a file's configuration for that node, with the environment of this process. */
    public ConfigSource source(Path file) {
        ConfigSource source = new ConfigSource(file, System.getenv());
        return id == null ? source : source.withNode(id);
    }
}
