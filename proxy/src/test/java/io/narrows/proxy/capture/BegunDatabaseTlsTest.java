package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.TlsPairs.LIMIT;
import static io.narrows.proxy.capture.TlsPairs.NAME;
import static io.narrows.proxy.capture.TlsPairs.assertRefused;
import static io.narrows.proxy.capture.TlsPairs.connect;
import static io.narrows.proxy.capture.TlsPairs.details;
import static io.narrows.proxy.capture.TlsPairs.exchange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TlsServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sidecar that begins TLS with its database, and the databases that it refuses. */
@Timeout(60)
@Tag("long")
final class BegunDatabaseTlsTest {
    /** Small enough for buffers to hold, so that no write blocks. */
    private static final int MOST_WRITES = 10_000;

    /** The random value of a ServerHello. */
    private static final String RANDOM = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";

    @TempDir
    private static Path certificates;

    private static TlsPairs pairs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        pairs = new TlsPairs(certificates);
    }

    @Test
    void targetWithAnotherName_isRefused() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), ", server-name: c.example")
                        .start()) {
            assertRefused(
                    pair,
                    pairs.application(),
                    "database-tls",
                    "No subject alternative DNS name matching c.example found");
        }
    }

    @Test
    void targetWithAnExpiredCertificate_isRefused() throws Exception {
        try (TlsServer target = new TlsServer(
                        pairs.authority().context(pairs.authority().issueExpired(NAME)), TlsPairs::echo);
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(pair, pairs.application(), "database-tls", "its certificate has expired");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "160302002c" + "02000028" + "0302" + RANDOM + "00c02b000000, selected protocol version TLS11 is not accepted",
        "485454502f312e31, it sent bytes that are not TLS",
    })
    void targetThatDoesNotAnswerWithTls12_isRefused(String hex, String detail) throws Exception {
        byte[] answer = HexFormat.of().parseHex(hex);
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getInputStream().read();
                    connection.getOutputStream().write(answer);
                    connection.getInputStream().readAllBytes();
                });
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(pair, pairs.application(), "database-tls", detail);
        }
    }

    @Test
    void targetThatDoesNotTrustTheSidecar_isNamed() throws Exception {
        TestAuthority foreign = new TestAuthority("foreign", folder);
        try (TlsServer target = new TlsServer(foreign.context(pairs.databaseCertificate()), TlsPairs::echo);
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                SSLSocket socket = connect(pair, pairs.application())) {
            assertThatThrownBy(() -> exchange(socket, new byte[] {1})).isInstanceOf(IOException.class);

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(details(pair.b()))
                            .anyMatch(detail -> detail.contains("it refused this side's certificate")));
        }
    }

    @Test
    void applicationWhoseWriteLearnsOfTheReset_seesNoCleanEnd() throws Exception {
        TestAuthority foreign = new TestAuthority("foreign", folder);
        try (TlsServer target = new TlsServer(foreign.context(pairs.databaseCertificate()), TlsPairs::echo);
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                SSLSocket socket = connect(pair, pairs.application())) {
            assertThatThrownBy(() -> {
                        for (int written = 0; written < MOST_WRITES; written++) {
                            socket.getOutputStream().write(1);
                            Thread.sleep(1);
                        }
                    })
                    .isInstanceOf(IOException.class);

            assertThatThrownBy(() -> exchange(socket, new byte[] {1})).isInstanceOf(IOException.class);
        }
    }
}
