package io.narrows.codec;

import io.narrows.testkit.program.Benchmark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs {@link StreamBenchmark} with the options of JMH. */
@Command(name = "frames", description = "Measures stream codecs, frame by frame; takes the options of JMH.")
public final class FramesCommand implements Benchmark {
    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Main.main(Stream.concat(Stream.of(StreamBenchmark.class.getName().replace(".", "\\.")), options.stream())
                .toArray(String[]::new));
        return 0;
    }
}
