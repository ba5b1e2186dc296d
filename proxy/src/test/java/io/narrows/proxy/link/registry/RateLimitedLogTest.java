package io.narrows.proxy.link.registry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.narrows.config.PeerId;
import io.narrows.testkit.LoggedEvents;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class RateLimitedLogTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @RegisterExtension
    private final LoggedEvents lines = LoggedEvents.of(RateLimitedLogTest.class, Level.DEBUG);

    private final Logger log = LoggerFactory.getLogger(RateLimitedLogTest.class);
    private long now;
    private final RateLimitedLog limit = new RateLimitedLog(MINUTE, () -> now);

    @Test
    void firstOfAKind_isAWarning_theNextAreNot() {
        say("link refused", "b", "unknown-node");
        say("link refused", "b", "unknown-node");

        assertThat(lines.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.DEBUG);
        assertThat(lines.all()).extracting(ILoggingEvent::getMessage).containsOnly("link refused");
    }

    @Test
    void anotherMessagePeerOrReason_isAnotherKind() {
        say("link refused", "b", "unknown-node");
        say("no link", "b", "unknown-node");
        say("link refused", "c", "unknown-node");
        say("link refused", "b", "wrong-identity");

        assertThat(lines.all()).extracting(ILoggingEvent::getLevel).containsOnly(Level.WARN);
    }

    @Test
    void warning_isNotHeldBackByALineAtInfo() {
        limit.line(log, org.slf4j.event.Level.INFO, "no link", new PeerId("b"), "tls")
                .log();
        say("no link", "b", "tls");

        assertThat(lines.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.INFO, Level.WARN);
    }

    @Test
    void afterThePeriod_theWarningSaysHowManyThereWere() {
        say("no link", "b", "tls");
        say("no link", "b", "tls");
        say("no link", "b", "tls");
        now += MINUTE.toNanos();
        say("no link", "b", "tls");
        now += MINUTE.toNanos();
        say("no link", "b", "tls");

        assertThat(warnings()).extracting(RateLimitedLogTest::keys).containsExactly("[]", "[repeated=\"2\"]", "[]");
    }

    private void say(String message, String peer, String reason) {
        limit.line(log, message, new PeerId(peer), reason).log();
    }

    private List<ILoggingEvent> warnings() {
        return lines.all().stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .toList();
    }

    private static String keys(ILoggingEvent line) {
        return line.getKeyValuePairs() == null ? "[]" : line.getKeyValuePairs().toString();
    }
}
