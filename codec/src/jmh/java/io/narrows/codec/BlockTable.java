package io.narrows.codec;

import io.narrows.testkit.program.Benchmark;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs {@link BlockBenchmark} and prints a single table, in 10^6 bytes per second of processor time. */
@Command(name = "codecs", description = "Measures a codec on blocks of recorded traffic; takes the options of JMH.")
public final class BlockTable implements Benchmark {
    private static final List<String> COLUMNS = List.of("compress", "compressReject", "compressNoise", "uncompress");
    private static final int[] THREADS = {1, 2};

    private record Row(String codec, int blockSize, int threads) {}

    /** @param args JMH's own options; without {@code -p codec=...}, compares lz4 with snappy */
    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws CommandLineOptionException, RunnerException {
        CommandLineOptions jmh = new CommandLineOptions(options.toArray(String[]::new));
        Map<Row, Map<String, Double>> table = new LinkedHashMap<>();
        for (int threads : THREADS) {
            for (RunResult result : run(jmh, threads)) {
                BenchmarkParams run = result.getParams();
                Row row = new Row(run.getParam("codec"), Integer.parseInt(run.getParam("blockSize")), threads);
                String benchmark =
                        run.getBenchmark().substring(run.getBenchmark().lastIndexOf('.') + 1);
                double rate = 1_000 * counter(result, "bytes") / counter(result, "cpuNanos");
                table.computeIfAbsent(row, added -> new LinkedHashMap<>()).put(benchmark, rate);
            }
        }
        print(table);
        return 0;
    }

    private static double counter(RunResult result, String name) {
        return result.getSecondaryResults().get(name).getScore();
    }

    private static Collection<RunResult> run(CommandLineOptions given, int threads) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.parent(given).include(BlockBenchmark.class.getName()).threads(threads);
        if (!given.getParameter("codec").hasValue()) {
            options.param("codec", "lz4:0", "snappy:0");
        }
        return new Runner(options.build()).run();
    }

    private static void print(Map<Row, Map<String, Double>> table) {
        System.out.println("\n| block | threads | codec | ratio | compress | reject | reject noise | uncompress |");
        System.out.println("| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |");
        List<Row> rows = new ArrayList<>(table.keySet());
        rows.sort((one, other) -> one.blockSize() != other.blockSize()
                ? Integer.compare(one.blockSize(), other.blockSize())
                : Integer.compare(one.threads(), other.threads()));
        for (Row row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "| %d KiB | %d | %s | %.3f |",
                    row.blockSize() >> 10,
                    row.threads(),
                    row.codec().replace(":0", ""),
                    ratio(row));
            for (String column : COLUMNS) {
                System.out.printf(Locale.ROOT, " %.0f |", table.get(row).get(column));
            }
            System.out.println();
        }
    }

    private static double ratio(Row row) {
        BlockBenchmark benchmark = new BlockBenchmark();
        benchmark.codec = row.codec();
        benchmark.blockSize = row.blockSize();
        benchmark.cutBlocks();
        return benchmark.ratio();
    }
}
