package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.narrows.proxy.support.FreePort;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an application that tries again and again does to the log. */
@Timeout(30)
final class RepeatedRefusalsTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(RepeatedRefusalsTest.class.getPackageName());
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            if (line.getLevel() == Level.WARN) {
                warnings.add(line.getMessage());
            }
        }
    };

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        ear.start();
        log.setAdditive(false);
        log.addAppender(ear);
    }

    @AfterEach
    void leave() {
        log.detachAppender(ear);
        log.setAdditive(true);
    }

    @Test
    void connectionsToATargetThatIsNotThere_areOneWarningOfEachSidecar() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, FreePort.next(), "- {codec: none}").start()) {
            for (int i = 0; i < 3; i++) {
                connectInVain(pair);
            }
        }

        assertThat(warnings).containsExactlyInAnyOrder("connection refused", "captured connection not carried");
    }

    @Test
    void connectRequestsOfAnUnknownAddress_areOneWarning() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, FreePort.next(), "- {codec: none}").start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(answerTo(pair, "CONNECT nobody.example:1 HTTP/1.1\r\n\r\n"))
                        .startsWith("HTTP/1.1 403");
            }
        }

        assertThat(warnings).containsExactly("connect request refused");
    }

    private static void connectInVain(SidecarPair pair) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
        }
    }

    private static String answerTo(SidecarPair pair, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.connectPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
