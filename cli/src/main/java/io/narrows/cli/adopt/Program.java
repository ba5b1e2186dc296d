package io.narrows.cli.adopt;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A running program.
 *
 * @param name its name as the kernel has it: at most {@value #NAME_LIMIT} characters
 * @param arguments its command line, or the title that it gave itself
 */
record Program(String name, List<String> arguments) {
    private static final int NAME_LIMIT = 15;

    Program {
        arguments = List.copyOf(arguments);
    }

    /** Returns whether it has that name, or runs a class of that name in a JVM. */
    boolean isCalled(String wanted) {
        return name.equals(wanted.substring(0, Math.min(NAME_LIMIT, wanted.length())))
                || name.equals("java")
                        && arguments.stream()
                                .anyMatch(argument -> argument.equals(wanted) || argument.endsWith("." + wanted));
    }

    /** Returns whether the title that the program gave itself matches. */
    boolean isTitled(Pattern title) {
        return !arguments.isEmpty() && title.matcher(arguments.get(0)).matches();
    }
}
