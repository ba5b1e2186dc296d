package io.narrows.cli.dictionary;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs for dictionaries. */
@Command(
        name = "dictionary",
        mixinStandardHelpOptions = true,
        description = "Trains dictionaries for short connections on recorded traffic, shows and checks them.",
        subcommands = {TrainVerb.class, InspectVerb.class, VerifyVerb.class})
public final class DictionaryCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
