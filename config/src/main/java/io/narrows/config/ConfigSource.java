package io.narrows.config;

import io.narrows.config.yaml.RenamedKey;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a configuration is made from. A process loads its configuration from the same source again when the file changes.
 *
 * @param environment values of the variables that the file may refer to
 */
public record ConfigSource(Path file, Map<String, String> environment) {
    public ConfigSource {
        environment = Map.copyOf(environment);
    }

    /** Returns a source without environment variables. */
    public static ConfigSource of(Path file) {
        return new ConfigSource(file, Map.of());
    }

    /**
     * Loads the file as it is now.
     *
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public Config load() throws ConfigException {
        return load(renamed -> {});
    }

    /**
     * Loads the file as it is now.
     *
     * @param renamed receives the former names of keys, in file order, if the file is valid
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public Config load(Consumer<RenamedKey> renamed) throws ConfigException {
        return ConfigLoader.load(this, renamed);
    }

    /** Returns the environment's names only, since values may be secrets of other programs. */
    @Override
    public String toString() {
        return "ConfigSource[file=" + file + ", environment=" + environment.keySet() + "]";
    }
}
