package io.narrows.cli.generate;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A temporary folder for the files of a run, on the file system of the output folder: inside it, or beside it if that does not
 * exist. Files and folders are moved out by renames, so that each appears as a whole or not at all.
 */
final class Stage implements AutoCloseable {
    private static final String PREFIX = ".narrows-generate-";
    private static final Pattern INSIDE = name(PREFIX);

    private final Path folder;
    private final Path out;

    private Stage(Path folder, Path out) {
        this.folder = folder;
        this.out = out;
    }

    /**
     * Creates a stage, and removes those of earlier runs for the same folder, which remain if a run was killed and may contain
     * keys.
     *
     * @param out the output folder, which may be missing
     */
    static Stage create(Path out) throws IOException, GenerateException {
        if (Files.exists(out)) {
            return create(out, PREFIX, out);
        }
        Path whole = out.toAbsolutePath().normalize();
        if (whole.getParent() == null || !Files.isDirectory(whole.getParent())) {
            throw new GenerateException(
                    out + ": cannot create, expected an existing parent folder that this user" + " can write to");
        }
        return create(whole.getParent(), PREFIX + whole.getFileName() + "-", out);
    }

    private static Stage create(Path parent, String prefix, Path out) throws IOException {
        Pattern stages = name(prefix);
        for (Path file : list(parent)) {
            if (stages.matcher(file.getFileName().toString()).matches()) {
                Directories.delete(file);
            }
        }
        return new Stage(Files.createTempDirectory(parent, prefix), out);
    }

    /** Returns whether a file of an output folder, given by its path there, belongs to a stage. */
    static boolean contains(Path file) {
        return INSIDE.matcher(file.getName(0).toString()).matches();
    }

    Path folder() {
        return folder;
    }

    void write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Writes a file of the output folder itself, or replaces it. */
    void replace(String name, String content) throws IOException {
        Files.move(Files.writeString(folder.resolve(name), content), out.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Turns the stage into the output folder, which must not exist. */
    void become() throws IOException {
        Files.move(folder, out, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Moves all folders to the output folder; for folders that exist and are not empty, moves their files.
     *
     * @param first the folder to move before the others, because they depend on its files
     */
    void move(String first) throws IOException {
        List<Path> sources = new ArrayList<>(list(folder));
        sources.sort(Comparator.comparing(
                (Path source) -> !source.getFileName().toString().equals(first)));
        for (Path source : sources) {
            Path target = out.resolve(source.getFileName());
            if (!Files.exists(target) || list(target).isEmpty()) {
                Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
                continue;
            }
            for (Path file : list(source)) {
                Files.move(file, target.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    /** Deletes the remaining files. */
    @Override
    public void close() throws IOException {
        Directories.delete(folder);
    }

    private static Pattern name(String prefix) {
        return Pattern.compile(Pattern.quote(prefix) + "\\d+");
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
