package io.narrows.proxy;

import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.shutOutput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sidecars, one of which has a dictionary for the other, with real sockets and files. */
@Timeout(60)
final class DictionaryLinksTest {
    private static final byte[] ORDERS = Orders.of(new Random(1), 8_000);
    private static final Duration BUSY = Duration.ofMinutes(2);
    private static final byte[] CONTENT = Arrays.copyOfRange(ORDERS, 5_000, 7_000);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "dense"})
    void dictionary_travelsOnce_andConnectionsBeginWithIt_alsoAfterARestart(String codec) throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder, target.port(), "- {codec: %s, dictionary: plain}".formatted(codec))
                        .withDictionaries("train: false")) {
            put(pair.dictionaries("a").resolve("b/work/dialled-sent"), codec.equals("dense"));
            pair.start();

            await().untilAsserted(() -> {
                exchange(pair, CONTENT);
                assertThat(contexts(pair)).isPositive();
            });
            await().untilAsserted( // the answer may come after the next link's offer
                            () -> assertThat(Exposed.of(pair.a()).sum("narrows_dictionaries_sent_total"))
                                    .isOne());
            assertThat(Exposed.of(pair.b()).sum("narrows_dictionaries_received_total"))
                    .isOne();

            pair.stopB();
            pair.startB();
            double before = contexts(pair);
            await().untilAsserted(() -> {
                exchange(pair, CONTENT);
                assertThat(contexts(pair)).isGreaterThan(before);
            });
            assertThat(Exposed.of(pair.a()).sum("narrows_dictionaries_sent_total"))
                    .isOne();
            assertThat(Exposed.of(pair.b()).sum("narrows_dictionaries_received_total"))
                    .isZero();
        }
    }

    @Test
    @Timeout(240)
    void traffic_trainsADictionary_withWhichLaterConnectionsBegin() throws Exception {
        byte[] beginning = Orders.of(new Random(2), 64 << 10);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd, dictionary: plain}")
                        .withDictionaries("max-size: 16KiB")
                        .start()) {
            // sampled a few times a second, and trained at idle priority
            await().atMost(BUSY).untilAsserted(() -> {
                exchange(pair, beginning);
                assertThat(Exposed.of(pair.a()).sum("narrows_dictionary_trainings_total", "outcome=\"adopted\""))
                        .isOne();
            });

            await().atMost(BUSY).untilAsserted(() -> {
                exchange(pair, CONTENT);
                assertThat(contexts(pair)).isPositive();
            });
        }
    }

    private static void put(Path directory, boolean withFrames) throws Exception {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Dictionary dictionary = withFrames ? framed() : Dictionary.of(ORDERS);
        assertThat(dictionary.hasFrames()).isEqualTo(withFrames);
        DictionaryFile.write(directory.resolve("recorded.dict"), dictionary);
    }

    private static Dictionary framed() {
        byte[] orders = Orders.of(new Random(1), 60_000);
        List<byte[]> reads = IntStream.range(0, 300)
                .mapToObj(i -> Arrays.copyOfRange(orders, 200 * i, 200 * (i + 1)))
                .toList();
        return DictionaryTraining.train(reads, 16 << 10).orElseThrow();
    }

    private static double contexts(SidecarPair pair) {
        return Exposed.of(pair.a()).sum("narrows_dictionary_contexts_total");
    }

    /** Carries one connection, whose target echoes, to its end. */
    private static void exchange(SidecarPair pair, byte[] content) throws IOException {
        try (Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write(content);
            shutOutput(socket);
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(content);
        }
    }
}
