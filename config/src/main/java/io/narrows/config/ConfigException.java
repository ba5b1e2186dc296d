package io.narrows.config;

import io.narrows.config.yaml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** A rejected configuration, with every problem in it. */
public final class ConfigException extends Exception {
    private final transient List<Problem> problems;

    ConfigException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Returns whether the same file may be valid later: all that it lacks is what the platform did not tell now. */
    public boolean isTemporary() {
        return problems.stream().allMatch(Problem::temporary);
    }

    /** Returns the problems, at least one, in file order. The message has one line for each. */
    public List<Problem> problems() {
        return problems;
    }
}
