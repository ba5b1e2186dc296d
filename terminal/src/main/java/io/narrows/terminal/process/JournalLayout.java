package io.narrows.terminal.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.LayoutBase;

/** Prefixes each line of an event with its priority in the format of sd-daemon(3): {@code <3>} for an error. */
final class JournalLayout extends LayoutBase<ILoggingEvent> {
    private final Layout<ILoggingEvent> lines;

    JournalLayout(Layout<ILoggingEvent> lines) {
        this.lines = lines;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        String priority = priority(event.getLevel());
        StringBuilder text = new StringBuilder();
        lines.doLayout(event)
                .lines()
                .forEach(line -> text.append(priority).append(line).append(System.lineSeparator()));
        return text.toString();
    }

    private static String priority(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> "<3>";
            case Level.WARN_INT -> "<4>";
            case Level.INFO_INT -> "<6>";
            default -> "<7>";
        };
    }
}
