package io.narrows.cli.help;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The purpose of a command in one line. */
final class Summary {
    private Summary() {}

    /** Returns the first sentence of the command's header or description, without the full stop. */
    static String of(CommandSpec command) {
        UsageMessageSpec usage = command.usageMessage();
        String text = Stream.of(usage.header().length > 0 ? usage.header() : usage.description())
                .collect(Collectors.joining(" "));
        int end = text.indexOf(". ");
        String sentence = end < 0 ? text : text.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
