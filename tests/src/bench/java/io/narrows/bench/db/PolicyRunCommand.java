package io.narrows.bench.db;

import io.narrows.testkit.program.Benchmark;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A single run of a policy, in a process that {@link PolicyBench} starts. */
@Command(name = PolicyRunCommand.NAME, hidden = true)
public final class PolicyRunCommand implements Benchmark {
    static final String NAME = "db-policy-run";

    @Parameters(index = "0", paramLabel = "POLICY")
    private String policy;

    @Parameters(index = "1", paramLabel = "KEYS")
    private int keys;

    @Parameters(index = "2", paramLabel = "FOLDER")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        System.out.print(new PolicyRun(Policy.named(policy), new Rows(keys), folder)
                .measure()
                .text());
        return 0;
    }
}
