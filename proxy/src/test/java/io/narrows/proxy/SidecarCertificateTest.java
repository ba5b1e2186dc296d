package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.post;
import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.tls.NodeCertificateException;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sidecars whose certificates are replaced while they run. */
@Timeout(60)
final class SidecarCertificateTest {
    private static final String RELOAD_REFUSED = "narrows_config_last_reload_successful 0";

    @TempDir
    private Path folder;

    private SelfSigned ofA;
    private SelfSigned ofB;

    @BeforeEach
    void certify() throws Exception {
        ofA = SelfSigned.of("a", 1, folder);
        ofB = SelfSigned.of("b", 1, folder);
    }

    @Test
    void halfOfARotation_keepsThePairBeforeUntilTheOtherHalfIsThere() throws Exception {
        Path next = Files.createDirectory(folder.resolve("next"));
        SelfSigned renewed = SelfSigned.of("a", 2, next);
        Path trusted = folder.resolve("both.pem");
        Files.writeString(trusted, Files.readString(ofA.cert()) + Files.readString(renewed.cert()));
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target, trusted).start()) {
            put(renewed.cert(), ofA.cert());
            await().untilAsserted(() -> assertThat(scrape(pair, "a")).contains(RELOAD_REFUSED));

            assertThat(post(pair, "a", "/-/reload"))
                    .contains(ofA.key().toString(), "does not match the certificate " + ofA.cert());
            assertThat(scrape(pair, "a"))
                    .contains("narrows_certificate_refusals_total{reason=\"key-mismatch\"} 2")
                    .contains(end(ofA));
            for (int connections = 0; connections < 10; connections++) { // more than the ready links
                try (Socket socket = connect(pair.listenerPort())) {
                    echo(socket, "still carried");
                }
            }

            put(renewed.key(), ofA.key());
            await().untilAsserted(() -> assertThat(scrape(pair, "a")).contains(end(renewed)));
            try (Socket socket = connect(pair.listenerPort())) {
                echo(socket, "with the new pair");
            }
        }
    }

    @Test
    void certificateOfAnotherNode_isNotTaken() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target, ofA.cert()).start()) {
            put(ofB.key(), ofA.key()); // a look before the certificate is there has another objection
            put(ofB.cert(), ofA.cert());

            await().untilAsserted(() -> assertThat(scrape(pair, "a"))
                    .contains(RELOAD_REFUSED)
                    .contains("narrows_certificate_refusals_total{reason=\"wrong-name\"} 1"));
        }
    }

    @Test
    void configurationThatIsRefused_leavesTheListOfPeersInItsDirectory() throws Exception {
        Path before = folder.resolve("before");
        Path after = folder.resolve("after");
        try (EchoServer target = EchoServer.echoing();
                ServerSocket squatter = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SidecarPair pair = new SidecarPair(
                                folder,
                                target.port(),
                                "- {codec: zstd}",
                                List.of(
                                        ofA.tls(ofB.cert()).replace("{", "{state-directory: '" + before + "', "),
                                        ofB.tls(ofA.cert())))
                        .start()) {
            await().untilAsserted(() ->
                    assertThat(before.resolve("tls-peers")).content().endsWith("\nb\n"));

            String changed = Files.readString(pair.file("a"))
                    .replace(before.toString(), after.toString())
                    .replace(
                            "listen: 127.0.0.1:" + pair.listenerPort(), "listen: 127.0.0.1:" + squatter.getLocalPort());
            Files.writeString(pair.file("a"), changed);

            assertThat(post(pair, "a", "/-/reload")).contains(Integer.toString(squatter.getLocalPort()));
            assertThat(after.resolve("tls-peers")).doesNotExist();

            replace(
                    pair.file("a"),
                    "listen: 127.0.0.1:" + squatter.getLocalPort(),
                    "listen: 127.0.0.1:" + pair.listenerPort());
            assertThat(post(pair, "a", "/-/reload")).isEqualTo("reloaded");
            assertThat(after.resolve("tls-peers")).content().endsWith("\nb\n");
        }
    }

    @Test
    void sidecarWithACertificateThatPeersWouldRefuse_doesNotStart() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target, ofA.cert())) {
            put(ofB.key(), ofA.key());

            assertThatThrownBy(pair::startA)
                    .isInstanceOf(NodeCertificateException.class)
                    .hasMessageStartingWith(ofA.key().toString());
        }
    }

    private SidecarPair pair(EchoServer target, Path trustedByB) throws Exception {
        return new SidecarPair(
                folder, target.port(), "- {codec: zstd}", List.of(ofA.tls(ofB.cert()), ofB.tls(trustedByB)));
    }

    /** Replaces a file at once: a sidecar looks at it at any time. */
    private static void put(Path content, Path file) throws IOException {
        Path next = Files.copy(content, file.resolveSibling(file.getFileName() + ".next"));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void replace(Path file, String text, String by) throws IOException {
        Files.writeString(file, Files.readString(file).replace(text, by));
    }

    private static String end(SelfSigned certificate) {
        return "narrows_certificate_expiration_timestamp_seconds{role=\"node\"} %s"
                .formatted((double) certificate.end().getEpochSecond());
    }
}
