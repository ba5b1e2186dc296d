package io.narrows.storage;

import io.narrows.testkit.program.Soak;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jcstress.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs jcstress on the lock-free parts, with its own options. */
@Command(
        name = "jcstress",
        sortOptions = false,
        description =
                "Checks with jcstress which states of the lock-free parts two threads can see; accepts its options.")
public final class JcstressSoak implements Soak {
    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        List<String> all = Stream.concat(
                        Stream.of("-t", "io[.]narrows[.].*", "-r", ".", "-m", "quick"), options.stream())
                .toList();
        Main.main(all.toArray(String[]::new));
        return 0;
    }
}
