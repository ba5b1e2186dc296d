package io.narrows.storage.version;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The file CURRENT, which contains only the name of the active MANIFEST and a line feed. */
public final class CurrentFile {
    private CurrentFile() {}

    /**
     * Returns the number of the active MANIFEST.
     *
     * @throws CorruptDirectoryException if the file is missing, or does not name a MANIFEST
     */
    public static long read(Path directory) throws IOException {
        Path file = FileNames.current(directory);
        String text = text(file);
        if (!text.endsWith("\n")) {
            throw new CorruptDirectoryException(
                    file, text.length(), "no line feed after \"" + shown(text) + "\" (expected: one at the end)");
        }
        String name = text.substring(0, text.length() - 1);
        return FileNames.parse(name)
                .filter(parsed -> parsed.kind() == FileNames.Kind.MANIFEST)
                .map(FileNames.Parsed::number)
                .filter(number -> name.equals(
                        FileNames.manifest(directory, number).getFileName().toString()))
                .orElseThrow(() -> new CorruptDirectoryException(
                        file,
                        0,
                        "\"" + shown(name) + "\" (expected: the name of a MANIFEST, such as MANIFEST-000001)"));
    }

    private static String text(Path file) throws IOException {
        try {
            return new String(AtomicFile.read(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new CorruptDirectoryException(file, 0, "the file is missing", e);
        }
    }

    /** Activates a MANIFEST, which must already be on disk. */
    static void write(Path directory, long manifest) throws IOException {
        String name = FileNames.manifest(directory, manifest).getFileName() + "\n";
        AtomicFile.write(
                FileNames.current(directory),
                FileNames.temp(directory, manifest),
                name.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the text, shortened for a message. */
    private static String shown(String text) {
        String head = text.substring(0, Math.min(text.length(), 64));
        return head.chars()
                .mapToObj(c -> c >= ' ' && c < 0x7f ? String.valueOf((char) c) : "\\x%02x".formatted(c))
                .reduce("", String::concat);
    }
}
