package io.narrows.cli.sst;

import io.narrows.codec.Codecs;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/** The file arguments of a verb. A failure of one file is reported and does not stop the others. */
final class SstFiles {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "SST file, or a directory, which stands for all .sst files in it.")
    private List<Path> paths;

    /** An operation on an open file. */
    @FunctionalInterface
    interface Task {
        void run(Path file, TableReader table) throws IOException;
    }

    /** Returns whether there may be more than one file. */
    boolean areSeveral() {
        return paths.size() > 1 || Files.isDirectory(paths.get(0));
    }

    /** Runs the task on each file. */
    void each(Codecs codecs, Task task, Consumer<TableProblem> problems) {
        for (Path file : list(problems)) {
            run(file, codecs, task, problems);
        }
    }

    /** Runs the task on one file. Caches nothing, since a scan reads each block once. */
    static void run(Path file, Codecs codecs, Task task, Consumer<TableProblem> problems) {
        try (TableReader table = TableReader.open(file, codecs, BlockCache.ofBytes(0))) {
            task.run(file, table);
        } catch (IOException e) {
            problems.accept(TableProblem.of(file, e));
        }
    }

    /** Returns the files themselves, those of a directory in the order of their names. */
    List<Path> list(Consumer<TableProblem> problems) {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.isDirectory(path)) {
                files.add(path);
                continue;
            }
            try {
                files.addAll(inDirectory(path));
            } catch (IOException e) {
                problems.accept(TableProblem.of(path, e));
            }
        }
        return files;
    }

    private static List<Path> inDirectory(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> files = entries.filter(entry -> entry.toString().endsWith(".sst"))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new NoSuchFileException(directory.toString(), null, "contains no .sst files");
            }
            return files;
        }
    }
}
