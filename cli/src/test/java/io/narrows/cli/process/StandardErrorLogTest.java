package io.narrows.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StandardErrorLogTest {
    private final PrintStream before = System.err;
    private final LoggerContext context = new LoggerContext();

    @AfterEach
    void restore() {
        context.stop();
        System.setErr(before);
        System.clearProperty("logback.configurationFile");
    }

    @Test
    void writesALineWithItsKeyValuePairs() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        context.setMDCAdapter(new LogbackMDCAdapter());
        new StandardErrorLog().configure(context);

        Logger logger = context.getLogger("io.narrows.Some");
        logger.atInfo().addKeyValue("peer", "b").log("link ready");
        logger.debug("not from this level on");

        assertThat(written.toString(StandardCharsets.UTF_8))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\S+ INFO  Some link ready peer=\"b\"\\R");
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel()).isEqualTo(Level.INFO);
    }

    @Test
    void leavesTheFieldToAFileThatIsAskedFor() {
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
