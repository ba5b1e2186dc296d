package io.narrows.cli.db;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Parses keys and values from the command line. */
record Keys(CommandLine commandLine, Notation notation) {
    /** @param name of the option or parameter */
    byte[] parse(String name, String text) {
        try {
            return notation.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine, name + ": " + e.getMessage());
        }
    }

    /** Parses the value of an option; null if it was not given. */
    byte @Nullable [] parseIfGiven(String name, @Nullable String text) {
        return text == null ? null : parse(name, text);
    }
}
