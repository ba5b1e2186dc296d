package io.narrows.cli.estimate.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a page so that its file is always complete: under another name first, which then replaces it. */
public final class PageFile {
    private PageFile() {}

    /** @throws NoSuchFileException if the folder does not exist */
    public static void write(Path file, String html) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        Path name = target.getFileName();
        if (folder == null || name == null || Files.isDirectory(target)) {
            throw new IOException(file + ": is a directory (expected: a file for the page)");
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        Path unfinished =
                folder.resolve("." + name + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(unfinished, html, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
