package io.narrows.tests.databases;

import io.narrows.node.file.Directories;
import io.narrows.tests.databases.FigureRun.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs real databases on three hosts behind sidecars, all with the files of {@code narrows generate}. Measures bytes, latency
 * and processor time with and without sidecars, and checks every record on every member after faults. With {@link DatabaseOptions#tls}, members
 * speak TLS with each other.
 *
 * <p>{@code bin/soak databases --only zookeeper} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class DatabaseSoak {
    private static final Path PROJECTS = Path.of("src/test/databases");

    private final DatabaseOptions options;
    private final PrintStream out;
    private final List<FigureTable> tables = new ArrayList<>();

    DatabaseSoak(DatabaseOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Runs the soak; returns whether it succeeded. */
    boolean run() throws IOException, InterruptedException {
        boolean good = true;
        for (Database database : options.databases()) {
            good &= run(database);
        }
        if (options.turns() > 0) {
            out.println();
            FigureTable.printHead(out);
            tables.forEach(table -> table.print(out));
            out.println();
            FigureTable.printTrafficHead(out);
            tables.forEach(table -> table.printTraffic(out));
        }
        return good;
    }

    private boolean run(Database database) throws IOException, InterruptedException {
        out.println(database.name() + (options.tls() ? ", TLS between members" : ""));
        Path directory = Files.createTempDirectory("databases");
        out.println("  files and logs: " + directory);
        List<String> complaints = new ArrayList<>();
        try {
            tables.add(new FigureTable(database.name(), figures(database, directory)));
            complaints.addAll(new FaultRun(database, options, out)
                    .run(Files.createDirectory(directory.resolve("faults")), classpath(database)));
        } catch (RuntimeException broken) {
            broken.printStackTrace(out);
            complaints.add("broken: " + broken.getMessage());
        }
        complaints.forEach(complaint -> out.println("  FAILED: " + complaint));
        if (complaints.isEmpty()) {
            Directories.delete(directory);
        }
        return complaints.isEmpty();
    }

    private List<Figures> figures(Database database, Path directory) throws IOException {
        List<Figures> all = new ArrayList<>();
        for (int turn = 1; turn <= options.turns(); turn++) {
            for (Distance distance : Distance.values()) {
                for (boolean hasSidecars : new boolean[] {false, true}) {
                    Path folder = Files.createDirectory(
                            directory.resolve("%s-%d-%s".formatted(hasSidecars ? "with" : "without", turn, distance)));
                    Figures figures =
                            new FigureRun(database, distance, hasSidecars, options).run(folder, classpath(database));
                    out.printf(
                            "  %s, %s sidecars: %s %s%n",
                            distance.label(), hasSidecars ? "with" : "without", figures.latencies(), figures.cost());
                    all.add(figures);
                }
            }
        }
        return all;
    }

    /** Returns the class path that {@code bin/soak} has built for the database's project. */
    private static String classpath(Database database) throws IOException {
        Path target = PROJECTS.resolve(database.project()).resolve("target").toAbsolutePath();
        return target.resolve("classes") + ":"
                + Files.readString(target.resolve("classpath")).strip();
    }
}
