package io.narrows.terminal.process;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/**
 * Formats a logged event as one line, {@code TIME LEVEL LOGGER MESSAGE key="value"…}, with the stack trace of an exception
 * below it. All text is escaped ({@link LogText}): only the frames of a stack trace are on separate lines.
 */
final class LogLayout extends LayoutBase<ILoggingEvent> {
    private static final int LEVEL_WIDTH = 5;

    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());

    @Override
    public String doLayout(ILoggingEvent event) {
        StringBuilder line = new StringBuilder();
        time.formatTo(Instant.ofEpochMilli(event.getTimeStamp()), line);
        String level = event.getLevel().toString();
        line.append(' ').append(level).append(" ".repeat(Math.max(0, LEVEL_WIDTH - level.length())));
        String logger = event.getLoggerName();
        line.append(' ')
                .append(logger, logger.lastIndexOf('.') + 1, logger.length())
                .append(' ');
        LogText.appendWords(line, String.valueOf(event.getFormattedMessage()));
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            for (KeyValuePair pair : pairs) {
                line.append(' ').append(pair.key).append('=');
                LogText.appendQuoted(line, String.valueOf(pair.value));
            }
        }
        line.append(System.lineSeparator());
        if (event.getThrowableProxy() != null) {
            appendStack(line, "", "", event.getThrowableProxy());
        }
        return line.toString();
    }

    /** Appends a stack trace in the format of {@link Throwable#printStackTrace()}. */
    private static void appendStack(StringBuilder text, String indent, String caption, IThrowableProxy thrown) {
        text.append(indent).append(caption);
        if (thrown.isCyclic()) {
            text.append("[CIRCULAR REFERENCE: ");
        }
        LogText.appendWords(text, thrown.getClassName());
        if (thrown.getMessage() != null) {
            text.append(": ");
            LogText.appendWords(text, thrown.getMessage());
        }
        text.append(thrown.isCyclic() ? "]" : "").append(System.lineSeparator());
        StackTraceElementProxy[] frames = thrown.getStackTraceElementProxyArray();
        int common = thrown.getCommonFrames();
        for (int at = 0; at < frames.length - common; at++) {
            text.append(indent).append('\t').append(frames[at].getSTEAsString()).append(System.lineSeparator());
        }
        if (common > 0) {
            text.append(indent).append("\t... ").append(common).append(" more").append(System.lineSeparator());
        }
        for (IThrowableProxy suppressed : thrown.getSuppressed()) {
            appendStack(text, indent + "\t", "Suppressed: ", suppressed);
        }
        if (thrown.getCause() != null) {
            appendStack(text, indent, "Caused by: ", thrown.getCause());
        }
    }
}
