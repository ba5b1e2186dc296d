package io.narrows.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HttpTextTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Test
    void serverThatIsNotThere_isNamed_withTheReason() throws IOException {
        String address = "http://127.0.0.1:" + FreePort.next() + "/metrics";

        assertThatThrownBy(() -> HttpText.within(LIMIT).get(URI.create(address + "?a=b")))
                .isInstanceOf(NoAnswerException.class)
                .hasMessage("no answer from " + address + ": cannot connect");
    }

    @Test
    void answerThatIsTooLong_isAnError() throws Exception {
        try (StubServer prometheus = new StubServer(200, query -> "0123456789")) {
            HttpText http = HttpText.within(LIMIT);
            URI address = URI.create("http://" + prometheus.address() + "/");

            assertThat(http.withMaxBytes(10).get(address).body()).isEqualTo("0123456789");
            assertThatThrownBy(() -> http.withMaxBytes(9).get(address))
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageEndingWith("the response is longer than 9 bytes");
        }
    }

    @Test
    void answerThatStops_isAnErrorAfterTheLimit() throws Exception {
        int seconds = 1;
        while (!failsAfterThePartOfAnAnswer(seconds)) {
            seconds *= 2; // on a busy machine, the answer had not begun yet
        }
    }

    /** Returns false if the answer had not begun at the limit. */
    private static boolean failsAfterThePartOfAnAnswer(int seconds) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(() -> answerInPart(server, asked, ended));
        answering.start();
        HttpText http = HttpText.within(Duration.ofSeconds(seconds));
        try {
            assertThatThrownBy(
                            () -> http.get(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/path?query=x")))
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageStartingWith("no complete answer from http://127.0.0.1:")
                    .hasMessageEndingWith("/path within " + seconds + " s");
            return asked.getCount() == 0;
        } finally {
            ended.countDown();
            server.close();
            answering.join();
        }
    }

    private static void answerInPart(ServerSocket server, CountDownLatch asked, CountDownLatch ended) {
        try (Socket client = server.accept()) {
            client.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nup".getBytes(StandardCharsets.US_ASCII));
            asked.countDown();
            ended.await();
        } catch (IOException e) {
            // The client has left before the answer.
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
