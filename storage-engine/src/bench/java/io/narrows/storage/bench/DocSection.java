package io.narrows.storage.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The section of a documentation file that a benchmark writes: between {@code <!-- bench NAME -->} and the next
 * {@code <!-- end -->}.
 */
public final class DocSection {
    private static final String END = "<!-- end -->";

    private DocSection() {}

    /**
     * Replaces the text of the section.
     *
     * @throws IOException if the file has no such section
     */
    public static void write(Path file, String name, String text) throws IOException {
        String content = Files.readString(file);
        String begin = "<!-- bench " + name + " -->\n";
        int from = content.indexOf(begin);
        int to = from < 0 ? -1 : content.indexOf(END, from);
        if (to < 0) {
            throw new IOException("%s: no part from %sto %s".formatted(file, begin.replace('\n', ' '), END));
        }
        Files.writeString(file, content.substring(0, from + begin.length()) + text + content.substring(to));
    }
}
