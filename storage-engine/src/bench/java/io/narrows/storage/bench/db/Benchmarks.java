package io.narrows.storage.bench.db;

import io.narrows.storage.bench.Report;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs {@code db-policies} or {@code db-migration} with options: {@link BenchOptions}. Tables go to standard output,
 * progress to standard error. {@code run POLICY KEYS FOLDER} is a single run, in a process that {@code db-policies} starts.
 */
public final class Benchmarks {
    static final String RUN = "run";

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 4 && arguments[0].equals(RUN)) {
            PolicyRun run = new PolicyRun(
                    Policy.named(arguments[1]), new Rows(Integer.parseInt(arguments[2])), Path.of(arguments[3]));
            System.out.print(run.measure().text());
            return;
        }
        if (arguments.length == 0 || !List.of("db-policies", "db-migration").contains(arguments[0])) {
            throw new IllegalArgumentException("expected: db-policies or db-migration, then options");
        }
        String name = arguments[0];
        BenchOptions options = BenchOptions.parse(Arrays.asList(arguments).subList(1, arguments.length));
        String tables = name.equals("db-policies") ? new PolicyBench(options).run() : new MigrationBench(options).run();
        new Report(name, options.given(), options.into()).publish(tables);
    }
}
