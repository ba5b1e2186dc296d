package io.narrows.bench.db;

import io.narrows.testkit.program.Benchmarks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs this program in a child process, with the same JVM, options and classes. */
final class Child {
    private Child() {}

    /**
     * Returns the child's standard output; its standard error is inherited.
     *
     * @throws IOException if it fails
     */
    static List<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Benchmarks.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> lines = output.lines().toList();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("the process of " + arguments + " ended with status " + status);
            }
            return lines;
        } finally {
            process.destroy();
        }
    }
}
