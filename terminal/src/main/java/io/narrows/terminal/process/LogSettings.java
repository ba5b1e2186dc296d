package io.narrows.terminal.process;

import ch.qos.logback.classic.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The log settings of this process, from its environment.
 *
 * @param level lowest level that is written
 * @param json whether an event is an object of JSON instead of text
 * @param journal whether the journal reads the log, which expects a priority before each line
 */
public record LogSettings(Level level, boolean json, boolean journal) {
    private static final String LEVEL = "NARROWS_LOG_LEVEL";
    private static final String FORMAT = "NARROWS_LOG_FORMAT";
    private static final List<String> LEVELS = List.of("error", "warn", "info", "debug", "trace");
    private static final List<String> FORMATS = List.of("text", "json");

    /** @throws IllegalArgumentException if a variable has an unknown value; the message has both, and the valid values */
    public static LogSettings of(Map<String, String> environment) {
        String level = word(environment, LEVEL, "info", LEVELS);
        String format = word(environment, FORMAT, "text", FORMATS);
        return new LogSettings(Level.toLevel(level), format.equals("json"), JournalStream.isStandardError(environment));
    }

    private static String word(Map<String, String> environment, String variable, String standard, List<String> known) {
        String value = environment.getOrDefault(variable, "");
        String word = value.isEmpty() ? standard : value.toLowerCase(Locale.ROOT);
        if (!known.contains(word)) {
            throw new IllegalArgumentException(
                    "unknown value \"" + value + "\" of " + variable + ", expected one of " + String.join(", ", known));
        }
        return word;
    }
}
