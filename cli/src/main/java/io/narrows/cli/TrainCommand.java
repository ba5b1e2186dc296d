package io.narrows.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The help of {@code train}, which the launcher runs without this process ({@code bin/train}). */
@Command(
        name = "train",
        description = "Creates the class archive that speeds up later starts with this JDK, unless it exists.")
final class TrainCommand implements Callable<Integer> {
    private static final String STORE = "store";

    @Parameters(
            arity = "0..1",
            paramLabel = STORE,
            description = "Creates the archive of the bundled store instead of the sidecar's.")
    private @Nullable String of;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (of != null && !of.equals(STORE)) {
            throw new ParameterException(
                    spec.commandLine(), of + ": unknown archive (expected: " + STORE + ", or nothing)");
        }
        throw new ParameterException(
                spec.commandLine(), "archives can only be created through the launcher" + " bin/narrows");
    }
}
