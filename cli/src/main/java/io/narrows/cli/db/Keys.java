package io.narrows.cli.db;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Parses keys and values from the command line. */
record Keys(CommandLine commandLine, Notation notation) {
    /**
     * @param name of the option or parameter
     * @return null if the text is null
     */
    byte[] parse(String name, String text) {
        try {
            return text == null ? null : notation.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine, name + ": " + e.getMessage());
        }
    }
}
