package io.narrows.storage.bench.db;

import io.narrows.storage.bench.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A change of codec with and without rewriting in idle time, as a table and a picture. */
final class MigrationBench {
    private static final String TITLE = "Stored bytes while the codec changes from snappy to zstd under load";

    private final BenchOptions options;

    MigrationBench(BenchOptions options) {
        this.options = options;
    }

    /** Returns the table in Markdown, with the picture if both are written to files. */
    String run() throws IOException, InterruptedException {
        List<Migration.Result> results = new ArrayList<>();
        for (boolean idle : List.of(true, false)) {
            System.err.println("bench: " + title(idle));
            try (ScratchFolder scratch = ScratchFolder.temporary("narrows-bench-db")) {
                results.add(new Migration(
                                idle,
                                options.num(),
                                options.seconds(),
                                scratch.path().resolve("db"))
                        .run());
            }
        }
        if (options.plot().isPresent()) {
            Files.writeString(options.plot().get(), picture(results));
        }
        return MigrationTable.of(results) + image();
    }

    private String image() {
        if (options.plot().isEmpty() || options.into().isEmpty()) {
            return "";
        }
        Path page = options.into().get().toAbsolutePath().getParent();
        return "\n![%s](%s)\n"
                .formatted(TITLE, page.relativize(options.plot().get().toAbsolutePath()));
    }

    private static String picture(List<Migration.Result> results) {
        return new Picture(
                        TITLE,
                        "Areas of the bytes that each codec has, over time, with idle time used to rewrite files and without.",
                        results.stream()
                                .map(result -> new Panel(title(result.idle()), result.timeline()))
                                .toList())
                .svg();
    }

    private static String title(boolean idle) {
        return idle ? "Idle time rewrites files" : "Only compactions rewrite files";
    }
}
