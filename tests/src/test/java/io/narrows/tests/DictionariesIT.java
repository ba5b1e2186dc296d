package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.CatalogConnections;
import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests two sidecars, the near one of which trains a dictionary on what it sends, and gives it to the far one. */
class DictionariesIT {
    private static final int BYTES = 30_000;
    private static final int CONNECTIONS = 10;

    /** A training begins with 1 MiB of at most four connections a second, and takes up to some seconds of a processor. */
    private static final Duration BUSY = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final CatalogConnections connections = new CatalogConnections(BYTES);

    private LinkSecurity.Setup withDictionaries(LinkSecurity.Setup links) {
        return (config, id) -> links.apply(config, id)
                .policy("{codec: zstd, level: 3, dictionary: plain}")
                .key("dictionaries: {path: '%s', max-size: 32KiB}".formatted(dictionaries(id)));
    }

    private Path dictionaries(String id) {
        return directory.resolve("dictionaries-" + id);
    }

    @Test
    void dictionary_isTrained_sentOverTls_andUsedByLaterConnections() throws IOException {
        LinkSecurity.Setup setup = withDictionaries(LinkSecurity.TLS.setup(directory));
        try (SidecarPair pair = SidecarPair.start(directory, setup, setup)) {
            double without = 0;
            // The first bytes of a link may go raw, until the peer grants a context.
            for (int i = 0; i < CONNECTIONS; i++) {
                double before = sent(pair);
                connections.carry(pair);
                without = Math.max(without, sent(pair) - before);
            }
            assertThat(contexts(pair)).isZero();
            await().atMost(BUSY).until(() -> {
                connections.carry(pair);
                return isTrained(pair);
            });
            await().atMost(BUSY).until(() -> {
                connections.carry(pair);
                return contexts(pair) > 0;
            });

            for (int i = 0; i < CONNECTIONS; i++) {
                connections.carry(pair); // takes links of other event loops that were ready before
            }

            double before = sent(pair);
            double begun = contexts(pair);
            int raw = 0;
            for (int i = 0; i < CONNECTIONS; i++) {
                double rawBefore = rawFrames(pair);
                connections.carry(pair);
                raw += rawFrames(pair) > rawBefore ? 1 : 0; // it may have no context
            }

            assertThat(sent(pair) - before).isLessThan(CONNECTIONS * without / 2);
            assertThat(contexts(pair)).isBetween(begun + Math.max(1, CONNECTIONS - raw), begun + CONNECTIONS);
            // The answer may come after the next link's offer.
            await().atMost(BUSY)
                    .untilAsserted(() -> assertThat(pair.near().metrics().sum("narrows_dictionaries_sent_total"))
                            .isOne());
            assertThat(pair.far().metrics().sum("narrows_dictionaries_received_total"))
                    .isOne();
            for (Sidecar sidecar : List.of(pair.near(), pair.far())) {
                for (String reason : List.of("corrupt-frame", "content-differs", "internal", "memory")) {
                    assertThat(sidecar.metrics().sum("narrows_failures_total", "reason=\"" + reason + "\""))
                            .as(reason)
                            .isZero();
                }
            }
            // Files are written later.
            await().atMost(BUSY)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(files("far")).hasSize(1).isEqualTo(files("near")));
        }
        assertThat(files("far"))
                .hasSize(1)
                .isEqualTo(files("near"))
                .first()
                .satisfies(name -> assertThat(
                                PosixFilePermissions.toString(Files.getPosixFilePermissions(dictionaries("far")
                                        .resolve("near/app/accepted-received")
                                        .resolve(name))))
                        .isEqualTo("rw-------"));
    }

    @Test
    void dictionary_isSentInPlainText_ifTheFilesOfBothSaySo() throws IOException {
        LinkSecurity.Setup setup = withDictionaries(LinkSecurity.PLAINTEXT.setup(directory));
        try (SidecarPair pair = SidecarPair.start(directory, setup, setup)) {
            assertThat(pair.near().config()).contains("plaintext: true");

            await().atMost(BUSY).until(() -> {
                connections.carry(pair);
                return isTrained(pair);
            });
            await().atMost(BUSY).until(() -> {
                connections.carry(pair);
                return contexts(pair) > 0;
            });

            assertThat(pair.far().metrics().sum("narrows_dictionaries_received_total"))
                    .isOne();
        }
    }

    /** With mode permissive, links to a peer without TLS are in plain text, though the sender's file does not have {@code plaintext: true}. */
    @Test
    void dictionary_isNotSentInPlainText_ifTheSenderIsPermissive_butOnceTheLinksHaveTls() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("certificates"));
        LinkSecurity.Setup near = withDictionaries((config, id) -> config.tls(certificates.node(id), "permissive"));
        LinkSecurity.Setup far = withDictionaries((config, id) -> config);
        try (SidecarPair pair = SidecarPair.start(directory, near, far);
                Connection idle = pair.connect()) {
            connections.carryOn(idle);
            await().atMost(BUSY).until(() -> {
                connections.carry(pair);
                return isTrained(pair);
            });
            await().during(Duration.ofSeconds(5)).atMost(BUSY).untilAsserted(() -> {
                connections.carry(pair);
                assertThat(pair.near().metrics().sum("narrows_dictionary_bytes_sent_total"))
                        .isZero();
            });
            assertThat(contexts(pair)).isZero();

            pair.far().reload(pair.far().config().replace("plaintext: true", tls(certificates)));
            pair.near().reload(pair.near().config().replace("mode: permissive", "mode: strict"));
            await().atMost(BUSY).until(() -> {
                connections.carry(pair);
                return contexts(pair) > 0;
            });

            connections.carryOn(idle);
            assertThat(pair.far().metrics().sum("narrows_dictionaries_received_total"))
                    .isOne();
        }
    }

    private static String tls(Certificates certificates) throws IOException {
        Certificates.Identity identity = certificates.node("far");
        return "tls: {cert: %s, key: %s, ca: %s, mode: permissive}"
                .formatted(identity.cert(), identity.key(), identity.ca());
    }

    private List<Path> files(String id) throws IOException {
        try (Stream<Path> all = Files.walk(dictionaries(id))) {
            return all.filter(Files::isRegularFile).map(Path::getFileName).toList();
        }
    }

    /** Returns whether a dictionary was trained. Until then, other processes may take all processors from the thread that trains. */
    private static boolean isTrained(SidecarPair pair) throws IOException {
        pair.near().prefer("narrows-dictionaries");
        return pair.near().metrics().sum("narrows_dictionary_trainings_total", "outcome=\"adopted\"") > 0;
    }

    private static double contexts(SidecarPair pair) throws IOException {
        return pair.near().metrics().sum("narrows_dictionary_contexts_total");
    }

    private static double rawFrames(SidecarPair pair) throws IOException {
        return pair.near().metrics().sum("narrows_raw_frames_total", "reason=\"no-grant\"");
    }

    private static double sent(SidecarPair pair) throws IOException {
        return pair.near().metrics().sum("narrows_wire_bytes_total", "codec=\"zstd\"", "direction=\"sent\"");
    }
}
