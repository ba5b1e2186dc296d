package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of {@code config/examples}: the configuration of one sidecar, and in its comments the requirements for its database.
 * A block of such settings is indented below a comment line that ends in a colon.
 *
 * @param name the name of the file, with that of its folder
 */
public record Example(String name, String text) {
    private static final Path FOLDER = Path.of("..", "config", "examples");
    private static final String SUFFIX = ".yaml";
    private static final Path CLUSTER = Path.of("cluster.yaml"); // the source of the generated files in a folder
    private static final String INDENT = "#     ";
    /** The line of a shared file that takes the node from the environment. */
    private static final String THIS_NODE = "node: \"${NODE_ID:-}\"";

    private static final Pattern LISTED = Pattern.compile("(?m)^  - \\{id: ([^,]+), .*link: ");

    /** Returns the files of a folder in the order of their names, and a file that all nodes share once for each of them. */
    public static List<Example> of(String folder) {
        return files(FOLDER.resolve(folder))
                .map(Example::read)
                .flatMap(Example::perNode)
                .toList();
    }

    /** Returns all folders that have files; the top folder has the empty name. */
    public static List<String> folders() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Example::isYaml)
                    .map(file -> FOLDER.relativize(file.getParent()).toString())
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the name of the file alone, which is the id of its node. */
    public String node() {
        return name.substring(name.lastIndexOf('/') + 1, name.length() - SUFFIX.length());
    }

    /**
     * Returns the lines of a block.
     *
     * @param title the beginning of the line above it
     */
    public List<String> block(String title) {
        List<String> lines = text.lines()
                .dropWhile(Predicate.not(line -> line.startsWith("# " + title) && line.endsWith(":")))
                .skip(1)
                .takeWhile(line -> line.startsWith(INDENT))
                .map(line -> line.substring(INDENT.length()))
                .toList();
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(name + ": no settings under \"# " + title + "\"");
        }
        return lines;
    }

    public boolean hasBlock(String title) {
        return text.lines().anyMatch(line -> line.startsWith("# " + title));
    }

    /** Returns the files of the machines: of a shared one, each says which node it is, and names that node's certificate. */
    private Stream<Example> perNode() {
        if (!text.contains(THIS_NODE)) {
            return Stream.of(this);
        }
        String folder = name.substring(0, name.lastIndexOf('/') + 1);
        return LISTED.matcher(text)
                .results()
                .map(entry -> entry.group(1))
                .map(id -> new Example(
                        folder + id + SUFFIX,
                        text.replace(THIS_NODE, "node: " + id).replaceAll("\\bnode\\.(pem|key)\\b", id + ".$1")));
    }

    private static Example read(Path file) {
        try {
            return new Example(FOLDER.relativize(file).toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Example::isYaml).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isYaml(Path file) {
        return file.toString().endsWith(SUFFIX) && !file.endsWith(CLUSTER);
    }
}
