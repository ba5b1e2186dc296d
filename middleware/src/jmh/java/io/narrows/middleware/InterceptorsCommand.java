package io.narrows.middleware;

import io.narrows.testkit.program.Benchmark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs {@link UnaryCallBenchmark} with the options of JMH. */
@Command(
        name = "interceptors",
        description = "Measures a unary call with and without the middleware; takes the options of JMH.")
public final class InterceptorsCommand implements Benchmark {
    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Main.main(Stream.concat(Stream.of(UnaryCallBenchmark.class.getName().replace(".", "\\.")), options.stream())
                .toArray(String[]::new));
        return 0;
    }
}
