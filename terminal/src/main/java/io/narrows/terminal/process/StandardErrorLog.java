package io.narrows.terminal.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The log: a line per event with its key-value pairs, on standard error, from the level in {@code NARROWS_LOG_LEVEL} up
 * ({@code info} by default), as text or, depending on {@code NARROWS_LOG_FORMAT}, JSON. Configured in code, because an XML
 * configuration would add the parser and its compilation to every start. The system property
 * {@code logback.configurationFile} names a file to use instead.
 */
public final class StandardErrorLog extends ContextAwareBase implements Configurator {
    private static final List<String> CHATTY = List.of(
            "com.alipay.sofa.jraft.rpc.impl.AbstractClientService",
            "com.alipay.sofa.jraft.core.Replicator",
            "com.alipay.sofa.jraft.core.ReplicatorGroupImpl",
            "com.alipay.sofa.jraft.util.ThreadId");

    private final LogSettings settings;

    /** Configures from the environment of this process, whose unknown values {@code Start} has refused. */
    public StandardErrorLog() {
        this(LogSettings.of(System.getenv()));
    }

    StandardErrorLog(LogSettings settings) {
        this.settings = settings;
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        context.getStatusManager().add(new NopStatusListener());
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(settings.level());
        root.addAppender(standardError(context));
        quieten(context, root.getLevel());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /**
     * Limits noisy libraries. SOFAJRaft logs each step of each election, and each attempt to reach a member that is down as
     * an error; the store itself logs why a member ends. gRPC's messages through {@code java.util.logging} below warnings are
     * for its developers.
     */
    private static void quieten(LoggerContext context, Level level) {
        if (level.isGreaterOrEqual(Level.INFO)) {
            context.getLogger("com.alipay.sofa.jraft").setLevel(Level.ERROR);
            CHATTY.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
            java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.WARNING);
        }
    }

    private ConsoleAppender<ILoggingEvent> standardError(LoggerContext context) {
        Layout<ILoggingEvent> lines = settings.json() ? new JsonLogLayout() : new LogLayout();
        Layout<ILoggingEvent> layout = settings.journal() ? new JournalLayout(lines) : lines;
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(layout);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
