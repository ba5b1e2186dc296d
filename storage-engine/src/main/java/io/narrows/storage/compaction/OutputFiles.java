package io.narrows.storage.compaction;

import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.version.FileNames;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that a job creates. If the job fails, all of them are deleted, and no others. */
final class OutputFiles {
    private final TableFactory factory;
    private final TableOptions options;
    private final JobFilter filter;
    private final List<Path> made = new ArrayList<>();

    OutputFiles(TableFactory factory, TableOptions options, JobFilter filter) {
        this.factory = factory;
        this.options = options;
        this.filter = filter;
    }

    /** @throws FileAlreadyExistsException if a file with that number exists; it is left untouched */
    OutputTable create() throws IOException {
        long number = factory.numbers().getAsLong();
        Path file = FileNames.table(factory.directory(), number);
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "already exists (expected: a new file)");
        }
        TableWriter writer = TableWriter.create(file, options, factory.codecs(), factory.pool());
        writer.belongTo(factory.family());
        made.add(file);
        return new OutputTable(number, writer, filter.collector());
    }

    /** Deletes all created files. Failures to delete are added to the original failure as suppressed. */
    void remove(Throwable failure) {
        for (Path file : made) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
