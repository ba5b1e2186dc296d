package io.narrows.lab.bench.db;

import io.narrows.lab.process.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs both engines alternately, each time in a new process and a new directory. The first engine of a round alternates, so
 * that other load on the machine affects both equally.
 */
final class Interleaving {
    private final Settings settings;
    private final int rounds;
    private final Path parent;
    private final Class<?> main;
    private final PrintWriter progress;

    /**
     * @param parent where directories are created
     * @param main the program, whose {@code bench db} verb the processes run
     * @param progress receives a line for each process
     */
    Interleaving(Settings settings, int rounds, Path parent, Class<?> main, PrintWriter progress) {
        this.settings = settings;
        this.rounds = rounds;
        this.parent = parent;
        this.main = main;
        this.progress = progress;
    }

    Comparison run() throws IOException {
        Comparison comparison = new Comparison(settings);
        for (int round = 0; round < rounds; round++) {
            List<EngineKind> order = round % 2 == 0
                    ? List.of(EngineKind.NARROWS, EngineKind.ROCKSDB)
                    : List.of(EngineKind.ROCKSDB, EngineKind.NARROWS);
            for (EngineKind kind : order) {
                progress.println("round " + (round + 1) + " of " + rounds + ": " + kind);
                progress.flush();
                comparison.add(kind, inNewDirectory(kind));
            }
        }
        return comparison;
    }

    private List<Figures> inNewDirectory(EngineKind kind) throws IOException {
        Path directory = Files.createTempDirectory(parent, "narrows-bench-");
        try {
            return process(kind, directory);
        } finally {
            Directories.delete(directory);
        }
    }

    private List<Figures> process(EngineKind kind, Path directory) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("bench", "db", "--engine=" + kind, "--db=" + directory, "--output=json"));
        arguments.addAll(settings.arguments());
        Process process = new ProcessBuilder(JavaCommand.of(main, arguments.toArray(String[]::new)))
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            List<Figures> figures = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonReport.read(line).ifPresent(figures::add);
            }
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException("the process of " + kind + " ended with exit code " + code);
            }
            return figures;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroy();
        }
    }
}
