package io.narrows.config;

import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.config.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Loads a configuration from a file, or reports every problem in it. Thread-safe. */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * Loads a UTF-8 file of at most 1 MiB. Relative paths in it start at its folder.
     *
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public static Config load(Path file) throws ConfigException {
        return load(file, renamed -> {});
    }

    /**
     * Loads a file as {@link #load(Path)} does.
     *
     * @param renamed receives the former names of keys, in file order, if the file is valid
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public static Config load(Path file, Consumer<RenamedKey> renamed) throws ConfigException {
        Problems problems = new Problems();
        Optional<String> text = SourceFile.read(file, problems);
        Path folder = file.toAbsolutePath().resolveSibling("");
        Config config = finish(text.flatMap(yaml -> read(file.toString(), yaml, folder, problems)), problems);
        problems.renamedKeys().forEach(renamed);
        return config;
    }

    /**
     * Parses a text.
     *
     * @param fileName the file name in messages
     * @param folder base of relative paths in the text
     * @throws ConfigException if anything in the text is invalid
     */
    public static Config parse(String fileName, String yaml, Path folder) throws ConfigException {
        Problems problems = new Problems();
        return finish(read(fileName, yaml, folder, problems), problems);
    }

    private static Optional<Config> read(String fileName, String yaml, Path folder, Problems problems) {
        return YamlDocument.read(fileName, yaml, problems).flatMap(root -> ConfigReader.read(root, folder));
    }

    private static Config finish(Optional<Config> config, Problems problems) throws ConfigException {
        if (!problems.none() || config.isEmpty()) {
            throw new ConfigException(problems.sorted());
        }
        return config.get();
    }
}
