package io.narrows.cli.estimate.page;

import io.narrows.terminal.output.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Writes a page so that its file is always complete. */
public final class PageFile {
    private PageFile() {}

    /** @throws NoSuchFileException if the folder does not exist */
    public static void write(Path file, String html) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null || Files.isDirectory(target)) {
            throw new IOException(file + ": is a directory (expected: a file for the page)");
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        WholeFile.write(target, html);
    }
}
