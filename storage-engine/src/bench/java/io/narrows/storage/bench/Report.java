package io.narrows.storage.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Publishes the results of a benchmark, with the command that reproduces them, and the machine.
 *
 * @param name name of the benchmark and of its section in the documentation
 * @param given options that affect the figures, as given
 * @param into documentation file to update
 */
public record Report(String name, List<String> given, Optional<Path> into) {
    /** Prints the tables to standard output, and writes them into the file. */
    public void publish(String tables) throws IOException {
        String command =
                Stream.concat(Stream.of("bin/bench", name), given.stream()).collect(Collectors.joining(" "));
        String markdown = "\nMade with `%s`: %s\n\n%s\n".formatted(command, machine(), tables.strip());
        System.out.println(markdown);
        if (into.isPresent()) {
            DocSection.write(into.get(), name, markdown + "\n");
        }
    }

    private static String machine() throws IOException {
        String model = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown model");
        return "%d processors (%s), Linux %s, JDK %s, %s."
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        model,
                        System.getProperty("os.version"),
                        Runtime.version(),
                        LocalDate.now(ZoneOffset.UTC));
    }
}
