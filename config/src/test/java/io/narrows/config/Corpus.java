package io.narrows.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Configurations in {@code src/test/resources/corpus}: valid ones, and invalid ones whose first line says which component
 * detects the mistake and which have the expected messages next to them.
 */
final class Corpus {
    private static final Path ROOT = Path.of("src/test/resources/corpus");

    private Corpus() {}

    static List<Path> good() {
        return yaml("good");
    }

    static List<Path> bad() {
        return yaml("bad");
    }

    /**
     * Returns the component that detects the mistake: {@code schema and loader}, {@code loader}, or {@code parser} if the
     * file is not YAML.
     */
    static String seenBy(Path bad) {
        return text(bad).lines().findFirst().orElseThrow().replace("# seen by: ", "");
    }

    static Path messages(Path bad) {
        return bad.resolveSibling(bad.getFileName().toString().replace(".yaml", ".txt"));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads a file, named without its folder in messages, which is the base of relative paths. */
    static Config load(Path file) throws ConfigException {
        Path folder = file.toAbsolutePath().getParent();
        return ConfigLoader.parse(file.getFileName().toString(), text(file), folder);
    }

    private static List<Path> yaml(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
