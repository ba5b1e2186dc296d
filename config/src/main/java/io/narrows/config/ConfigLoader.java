package io.narrows.config;

import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Optional;

/** Makes a configuration of a file, or says everything that is wrong with it. Safe for use by several threads. */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * Reads a file of UTF-8, at most 1 MiB. Relative paths in it start at its folder.
     *
     * @throws ConfigException when the file cannot be read or anything in it is wrong
     */
    public static Config load(Path file) throws ConfigException {
        Problems problems = new Problems();
        Optional<String> text = SourceFile.read(file, problems);
        Path folder = file.toAbsolutePath().getParent();
        return finish(text.flatMap(yaml -> read(file.toString(), yaml, folder, problems)), problems);
    }

    /**
     * Reads a text.
     *
     * @param fileName what places in messages are to call it
     * @param folder where relative paths in it start
     * @throws ConfigException when anything in it is wrong
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
