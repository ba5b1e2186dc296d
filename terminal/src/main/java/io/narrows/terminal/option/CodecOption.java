package io.narrows.terminal.option;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The {@code --codec} option of the verbs that try codecs. */
public final class CodecOption {
    @Option(
            names = "--codec",
            paramLabel = "CODEC[:LEVEL]",
            converter = CodecSpecConverter.class,
            description = "Codec to measure instead of the command's default set; may be repeated.")
    private List<CodecSpec> specs = List.of();

    /**
     * Returns the codecs to try. Codecs that are unavailable in this process are skipped with a message.
     *
     * @param standard the default if the command line names none
     */
    public List<CodecSpec> among(Codecs codecs, List<CodecSpec> standard, PrintWriter err) {
        List<CodecSpec> there = new ArrayList<>();
        for (CodecSpec wanted : specs.isEmpty() ? standard : specs) {
            if (codecs.has(wanted.codec())) {
                there.add(wanted);
            } else {
                err.println(wanted + " is skipped: " + codecs.missing().get(wanted.codec()));
            }
        }
        err.flush();
        return there;
    }
}
