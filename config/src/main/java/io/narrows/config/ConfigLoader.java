package io.narrows.config;

import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.config.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Loads a configuration from a file, or reports every problem in it. Thread-safe. */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * Loads a UTF-8 file of at most 1 MiB, without environment variables. Relative paths in it start at its folder.
     *
     * @throws ConfigException if the file cannot be read or anything in it is invalid
     */
    public static Config load(Path file) throws ConfigException {
        return ConfigSource.of(file).load();
    }

    static Config load(ConfigSource source, Consumer<RenamedKey> renamed) throws ConfigException {
        Problems problems = new Problems();
        Path file = source.file();
        Optional<String> text = SourceFile.read(file, problems);
        Path folder = file.toAbsolutePath().resolveSibling("");
        Optional<Config> config =
                text.flatMap(yaml -> YamlDocument.read(file.toString(), yaml, source.environment(), problems)
                        .flatMap(root -> ConfigReader.read(root, source.choice(), folder, source.platform())));
        Config valid = finish(config, problems);
        problems.renamedKeys().forEach(renamed);
        return valid;
    }

    /**
     * Parses a text, without environment variables.
     *
     * @param fileName the file name in messages
     * @param folder base of relative paths in the text
     * @throws ConfigException if anything in the text is invalid
     */
    public static Config parse(String fileName, String yaml, Path folder) throws ConfigException {
        return parse(fileName, yaml, folder, Map.of(), NodeChoice.OF_THE_FILE);
    }

    /**
     * Parses a text.
     *
     * @param fileName the file name in messages
     * @param folder base of relative paths in the text
     * @param environment values of the variables that the text may refer to
     * @param choice which node to load, if the text is of a file that several share
     * @throws ConfigException if anything in the text is invalid
     */
    static Config parse(String fileName, String yaml, Path folder, Map<String, String> environment, NodeChoice choice)
            throws ConfigException {
        Problems problems = new Problems();
        return finish(
                YamlDocument.read(fileName, yaml, environment, problems)
                        .flatMap(root -> ConfigReader.read(root, choice, folder, PlatformPlace.NONE)),
                problems);
    }

    private static Config finish(Optional<Config> config, Problems problems) throws ConfigException {
        if (!problems.none() || config.isEmpty()) {
            throw new ConfigException(problems.sorted());
        }
        return config.get();
    }
}
