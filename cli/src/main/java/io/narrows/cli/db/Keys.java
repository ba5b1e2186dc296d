package io.narrows.cli.db;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads keys and values of a command line. */
record Keys(CommandLine commandLine, Notation notation) {
    /**
     * @param name of the option or parameter
     * @return null for a text that is null
     */
    byte[] parse(String name, String text) {
        try {
            return text == null ? null : notation.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine, name + ": " + e.getMessage());
        }
    }
}
