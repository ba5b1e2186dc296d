package io.narrows.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Configurations in {@code src/test/resources/corpus}: good ones, and bad ones that say in their first line who sees it
 * and have the expected messages beside them.
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

    /** Who sees what is wrong: {@code schema and loader}, {@code loader}, or {@code parser} when it is no YAML. */
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

    /** The file as its name alone, with its folder for relative paths. */
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
