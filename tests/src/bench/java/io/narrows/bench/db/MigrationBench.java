package io.narrows.bench.db;

import io.narrows.bench.machine.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A change of codec with and without rewriting in idle time, as a table and a picture. */
final class MigrationBench {
    private static final String TITLE = "Stored bytes while the codec changes from snappy to zstd under load";

    private final LoadOptions options;
    private final Optional<Path> page;

    /** @param page the documentation file that is updated */
    MigrationBench(LoadOptions options, Optional<Path> page) {
        this.options = options;
        this.page = page;
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
        if (options.plot().isEmpty() || page.isEmpty()) {
            return "";
        }
        Path folder = page.get().toAbsolutePath().getParent();
        return "\n![%s](%s)\n"
                .formatted(TITLE, folder.relativize(options.plot().get().toAbsolutePath()));
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
