package io.narrows.tests.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code blocks of a Markdown document that follow a comment with a mark: {@code <!-- mark -->}. */
public final class CodeBlocks {
    private static final Path DOCS = Path.of("..", "docs");

    private CodeBlocks() {}

    /**
     * Returns the whole document.
     *
     * @param document its path below docs/
     */
    public static String text(String document) throws IOException {
        return Files.readString(DOCS.resolve(document));
    }

    /**
     * Returns the blocks verbatim and in order.
     *
     * @param document its path below docs/
     */
    public static List<String> marked(String document, String mark) throws IOException {
        Pattern block = Pattern.compile(
                "^<!-- " + Pattern.quote(mark) + " -->\n```\\w+\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
        Matcher matcher = block.matcher(text(document));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        if (blocks.isEmpty()) {
            throw new IOException(document + ": no block is marked <!-- " + mark + " -->");
        }
        return blocks;
    }
}
