package io.narrows.cli.process;

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
 * The log: a line per event with its key-value pairs, on standard error, from the level in {@code NARROWS_LOG_LEVEL} on
 * ({@code info} without it), as text or, by {@code NARROWS_LOG_FORMAT}, JSON. In code because reading XML costs every start the parser and its compilation. A file named
 * by the system property {@code logback.configurationFile} takes its place.
 */
public final class StandardErrorLog extends ContextAwareBase implements Configurator {
    private static final List<String> CHATTY = List.of(
            "com.alipay.sofa.jraft.rpc.impl.AbstractClientService",
            "com.alipay.sofa.jraft.core.Replicator",
            "com.alipay.sofa.jraft.core.ReplicatorGroupImpl",
            "com.alipay.sofa.jraft.util.ThreadId");

    private final LogSettings settings;

    /** As the environment of this process says; {@code Start} has refused what is unknown. */
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
     * SOFAJRaft logs each step of each election, and each try to reach a member that is down as an error; the store itself logs
     * why a member ends. What gRPC says through {@code java.util.logging} is for its authors, but for warnings.
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
