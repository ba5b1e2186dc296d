package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.support.Applications;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The log of a sidecar whose application keeps retrying. */
@Timeout(60)
final class RepeatedRefusalsTest {
    private static final Set<String> FAILURES =
            Set.of("connection refused", "captured connection failed", "connect request rejected");

    private record Line(Level level, String message, String detail) {}

    private final Logger log = (Logger) LoggerFactory.getLogger(Sidecar.class.getPackageName());
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
    private final Queue<Level> unreachablePeers = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            if (line.getLevel().isGreaterOrEqual(Level.INFO) && FAILURES.contains(line.getMessage())) {
                lines.add(new Line(line.getLevel(), line.getMessage(), detail(line)));
            } else if (line.getMessage().equals("peer unreachable")) {
                unreachablePeers.add(line.getLevel());
            }
        }
    };

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        ear.start();
        log.setLevel(Level.INFO);
        log.setAdditive(false);
        log.addAppender(ear);
    }

    @AfterEach
    void leave() {
        log.detachAppender(ear);
        log.setAdditive(true);
        log.setLevel(null);
    }

    @Test
    void connectionsToATargetThatIsNotThereYet_areOneLineOfEachSidecar_atInfo() throws Exception {
        int target = FreePort.next();
        try (SidecarPair pair = new SidecarPair(folder, target, "- {codec: none}").start()) {
            for (int i = 0; i < 3; i++) {
                connectInVain(pair);
            }
        }

        String detail = unreachable(target);
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        new Line(Level.INFO, "connection refused", detail),
                        new Line(Level.INFO, "captured connection failed", detail));
    }

    @Test
    void connectionsToATargetThatIsGone_areOneWarningOfEachSidecar() throws Exception {
        EchoServer target = EchoServer.echoing();
        try (SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}").start()) {
            connectInTurn(pair);
            target.close();
            awaitRefusal(target.port());
            for (int i = 0; i < 3; i++) {
                connectInVain(pair);
            }
        }

        String detail = unreachable(target.port());
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        new Line(Level.WARN, "connection refused", detail),
                        new Line(Level.WARN, "captured connection failed", detail));
    }

    @Test
    void peerThatIsNotThereYet_isToldAtInfo_andOneThatIsGoneIsAWarning() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}")) {
            pair.startA();
            connectInVain(pair);
            assertThat(lines).singleElement().satisfies(line -> {
                assertThat(line.level()).isEqualTo(Level.INFO);
                assertThat(line.message()).isEqualTo("captured connection failed");
                assertThat(line.detail()).startsWith("cannot reach the sidecar of b: Connection refused");
            });
            assertThat(unreachablePeers).isNotEmpty().containsOnly(Level.INFO);

            pair.startB();
            connectInTurn(pair);
            lines.clear();
            unreachablePeers.clear();
            pair.stopB();
            connectInVain(pair);

            assertThat(lines)
                    .extracting(Line::level, Line::message)
                    .containsOnly(tuple(Level.WARN, "captured connection failed"));
            await().until(() -> unreachablePeers.contains(Level.WARN));
        }
    }

    @Test
    void connectRequestsOfAnUnknownAddress_areOneWarning() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, FreePort.next(), "- {codec: none}").start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(answerTo(pair, "CONNECT nobody.example:1 HTTP/1.1\r\n\r\n"))
                        .startsWith("HTTP/1.1 403");
            }
        }

        assertThat(lines)
                .extracting(Line::level, Line::message)
                .containsExactly(tuple(Level.WARN, "connect request rejected"));
    }

    private static String unreachable(int target) {
        return "b cannot reach its target at 127.0.0.1:" + target + ": Connection refused";
    }

    private static String detail(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .filter(pair -> pair.key.equals("detail"))
                .map(pair -> String.valueOf(pair.value))
                .findFirst()
                .orElse("");
    }

    /** Connects until the target answers. */
    private static void connectInTurn(SidecarPair pair) {
        await().ignoreExceptions().untilAsserted(() -> {
            try (Socket application = Applications.connect(pair.listenerPort())) {
                Applications.echo(application, "reached");
            }
        });
    }

    /** Waits until the kernel refuses connections to a server that was closed while it accepted. */
    private static void awaitRefusal(int port) {
        await().until(() -> {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return false;
            } catch (ConnectException refused) {
                return true;
            }
        });
    }

    private static void connectInVain(SidecarPair pair) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            socket.setSoTimeout(40_000);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    private static String answerTo(SidecarPair pair, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.connectPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
