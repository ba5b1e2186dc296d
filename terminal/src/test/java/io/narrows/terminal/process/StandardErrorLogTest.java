package io.narrows.terminal.process;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StandardErrorLogTest {
    private final PrintStream before = System.err;
    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @AfterEach
    void restore() {
        context.stop();
        System.setErr(before);
        System.clearProperty("logback.configurationFile");
    }

    @Test
    void writesALineWithItsKeyValuePairs() {
        Logger logger = logger();

        logger.atInfo().addKeyValue("peer", "b").log("link ready");
        logger.debug("not from this level on");

        assertThat(text()).matches("\\d{4}-\\d\\d-\\d\\dT\\S+ INFO  Some link ready peer=\"b\"\\R");
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel()).isEqualTo(Level.INFO);
    }

    /** Uses a value that a peer's hello may contain. */
    @Test
    void value_withQuotes_forgesNoPair() {
        logger().atWarn().addKeyValue("peer", "x\" reason=\"none\" \\").log("link refused");

        assertThat(text()).endsWith(" link refused peer=\"x\\\" reason=\\\"none\\\" \\\\\"" + System.lineSeparator());
    }

    @Test
    void value_withControlCharacters_staysOnItsLine() {
        logger().atWarn().addKeyValue("detail", "a\r\n\tb\u001b[2J\u2028\u202e").log("link refused");

        assertThat(text())
                .endsWith(" detail=\"a\\r\\n\\tb\\u001b[2J\\u2028\\u202e\"" + System.lineSeparator())
                .hasLineCount(1);
    }

    @Test
    void message_withALineOfTheLog_staysOnItsLine_andForgesNoPair() {
        logger().warn("read {}", "file\n2026-01-01 INFO Some peer=\"b\"");

        assertThat(text())
                .endsWith(" read file\\n2026-01-01 INFO Some peer=\\\"b\"" + System.lineSeparator())
                .hasLineCount(1);
    }

    @Test
    void exception_messageStaysOnItsLine_withFramesAndCausesBelow() {
        Exception cause = new IllegalStateException("inner\nINFO forged peer=\"b\"");
        Exception failure = new IllegalArgumentException("outer\r\nINFO forged", cause);
        failure.addSuppressed(new IOException("third\nINFO forged"));

        logger().atError().setCause(failure).log("failed");

        assertThat(text().lines().filter(line -> line.startsWith("INFO"))).isEmpty();
        assertThat(text())
                .contains(System.lineSeparator() + "java.lang.IllegalArgumentException: outer\\r\\nINFO forged")
                .contains(System.lineSeparator() + "\tat io.narrows.terminal.process.StandardErrorLogTest.")
                .contains(System.lineSeparator() + "\tSuppressed: java.io.IOException: third\\nINFO forged")
                .contains(System.lineSeparator()
                        + "Caused by: java.lang.IllegalStateException: inner\\nINFO forged peer=\\\"b\"")
                .containsPattern("(?m)^\t\\.\\.\\. \\d+ more$");
    }

    private Logger logger() {
        return logger(new LogSettings(Level.INFO, false, false));
    }

    private Logger logger(LogSettings settings) {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        context.setMDCAdapter(new LogbackMDCAdapter());
        new StandardErrorLog(settings).configure(context);
        return context.getLogger("io.narrows.Some");
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void json_hasTheKeysOfTheText_onOneLine() {
        Logger logger = logger(new LogSettings(Level.INFO, true, false));

        logger.atWarn()
                .addKeyValue("peer", "x\" \nreason=\"none\"\u2028")
                .addKeyValue("links", 3)
                .addKeyValue("level", "high")
                .setCause(new IOException("first\nsecond"))
                .log("link refused");

        assertThat(text())
                .hasLineCount(1)
                .startsWith("{\"time\":\"2")
                .contains("\"level\":\"WARN\",\"logger\":\"Some\",\"message\":\"link refused\","
                        + "\"peer\":\"x\\\" \\nreason=\\\"none\\\"\\u2028\",\"links\":3,\"level_\":\"high\","
                        + "\"stack\":\"java.io.IOException: first\\nsecond\\n\\tat ")
                .endsWith("\"}" + System.lineSeparator());
    }

    @Test
    void journal_getsAPriorityBeforeEachLine() {
        Logger logger = logger(new LogSettings(Level.DEBUG, false, true));

        logger.atError().setCause(new IOException("why")).log("failed");
        logger.warn("odd");
        logger.info("fine");
        logger.debug("details");

        assertThat(text().lines().map(line -> line.substring(0, 3)).distinct())
                .containsExactly("<3>", "<4>", "<6>", "<7>");
        assertThat(text().lines().filter(line -> line.startsWith("<3>"))).hasSizeGreaterThan(2);
        assertThat(text()).containsPattern("(?m)^<4>\\d{4}-\\S+ WARN  Some odd$");
    }

    @Test
    void isNotUsedIfALogFileIsRequested() {
        System.setProperty("logback.configurationFile", "/etc/narrows/logback.xml");

        assertThat(new StandardErrorLog().configure(context))
                .isEqualTo(Configurator.ExecutionStatus.INVOKE_NEXT_IF_ANY);
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders())
                .isExhausted();
    }

    @Test
    void isFoundByLogback() {
        assertThat(ServiceLoader.load(Configurator.class)).hasOnlyElementsOfType(StandardErrorLog.class);
    }
}
