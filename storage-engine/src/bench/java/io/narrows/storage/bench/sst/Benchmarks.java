package io.narrows.storage.bench.sst;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** {@code sst} or {@code sst-threads}, and options: {@link BenchOptions}. Tables go to standard output, progress to standard error. */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0 || !List.of("sst", "sst-threads").contains(arguments[0])) {
            throw new IllegalArgumentException("expected: sst or sst-threads, then options");
        }
        String name = arguments[0];
        BenchOptions options = BenchOptions.parse(Arrays.asList(arguments).subList(1, arguments.length));
        Workload workload = new Workload(options.entries());
        Path folder = Files.createTempDirectory(options.folder(), "narrows-bench-sst");
        try {
            write(
                    name,
                    options,
                    name.equals("sst")
                            ? new SstBench(workload, folder).run(options)
                            : new ThreadsBench(workload, folder).run(options));
        } finally {
            delete(folder);
        }
    }

    private static void write(String name, BenchOptions options, String tables) throws IOException {
        String command = Stream.concat(Stream.of("bin/bench", name), options.given().stream())
                .reduce((one, other) -> one + " " + other)
                .orElseThrow();
        String markdown = "\nMade with `%s`: %s\n\n%s\n".formatted(command, machine(), tables.strip());
        System.out.println(markdown);
        if (options.into().isPresent()) {
            DocSection.write(options.into().get(), name, markdown + "\n");
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

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
