package io.narrows.cli.db;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbListener;
import io.narrows.storage.db.DbOptions;
import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

/** The database directory argument of a verb. */
final class Directory {
    @Parameters(index = "0", paramLabel = "DIR", description = "Database directory.")
    private Path path;

    private PrintWriter err = new PrintWriter(System.err, false, Charset.defaultCharset());

    /** An operation on the database. */
    @FunctionalInterface
    interface Work {
        /** @return the exit code */
        int run() throws IOException;
    }

    Path path() {
        return path;
    }

    /** Opens a snapshot of the database. Nothing in the directory changes, and another process may have it open. */
    Db openToRead(DbOptions options) throws IOException {
        requireDatabase();
        return Db.openReadOnly(path, options.withListener(listener()));
    }

    /** Opens the database. A missing one is not created. */
    Db openToWrite(DbOptions options) throws IOException {
        requireDatabase();
        return Db.open(path, options.withCreateIfMissing(false).withListener(listener()));
    }

    private DbListener listener() {
        return new DbListener() {
            @Override
            public void onWalTailDropped(Path log, long offset, long bytes) {
                err.println("narrows: " + log + ": offset " + offset + ": the log ends here; " + bytes
                        + " bytes after it are an incomplete record and are ignored");
                err.flush();
            }
        };
    }

    private void requireDatabase() throws IOException {
        if (!Files.isDirectory(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such directory");
        }
        if (!Files.exists(path.resolve("CURRENT"))) {
            throw new NoSuchFileException(path.toString(), null, "not a database: it has no CURRENT file");
        }
    }

    /** Runs the work. A failure is printed with directory and file, and makes the exit code 1. */
    int tell(PrintWriter errors, Work work) {
        err = errors;
        try {
            return work.run();
        } catch (IOException e) {
            err.println("narrows: " + message(e));
            err.flush();
            return ExitCode.SOFTWARE;
        }
    }

    private String message(IOException e) {
        String reason = Reason.of(e);
        if (e instanceof FileSystemException of && of.getFile() != null && !reason.contains(of.getFile())) {
            reason = of.getFile() + ": " + reason;
        }
        return reason.contains(path.toString()) ? reason : path + ": " + reason;
    }
}
