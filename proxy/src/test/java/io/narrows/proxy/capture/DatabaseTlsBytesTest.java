package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.GatheringSocket;
import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.testkit.SelfSigned;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares what links carry for the same conversation, with TLS of the databases at both ends and without. Each message is
 * written at once, so that the pieces in which it arrives are those of TLS.
 */
@Timeout(300)
@Tag("long")
final class DatabaseTlsBytesTest {
    private static final String NAME = "b.example";
    private static final Percentage BOUND = Percentage.withPercentage(3);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<Conversation> CONVERSATIONS =
            List.of(new Conversation(1_000, 30), new Conversation(500, 400), new Conversation(40, 60_000));

    @TempDir
    private static Path certificates;

    private static TestAuthority authority;
    private static Issued database;
    private static Issued application;
    private static Issued sidecar;
    private static List<String> links;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        authority = new TestAuthority("authority", certificates);
        database = authority.issue(NAME);
        application = authority.issue("a.example");
        sidecar = authority.issue(NAME);
        SelfSigned a = SelfSigned.of("a", 2, certificates);
        SelfSigned b = SelfSigned.of("b", 2, certificates);
        Path ca = Files.writeString(
                certificates.resolve("links.pem"), Files.readString(a.cert()) + Files.readString(b.cert()));
        links = List.of(a.tls(ca), b.tls(ca));
    }

    /** Messages that are exchanged in turns. */
    private record Conversation(int messages, int length) {}

    @ParameterizedTest
    @ValueSource(strings = {"none", "zstd"})
    void linkCarriesAsManyBytes_asWithoutTheDatabasesTls(String codec) throws Exception {
        Map<Conversation, Double> plain = withoutTls(codec);
        Map<Conversation, Double> ended = withTls(codec);

        for (Conversation conversation : CONVERSATIONS) {
            assertThat(ended.get(conversation))
                    .as("bytes of %s", conversation)
                    .isCloseTo(plain.get(conversation), BOUND);
        }
    }

    private Map<Conversation, Double> withoutTls(String codec) throws Exception {
        try (PlainServer target = new PlainServer(GatheringSocket.listen(), at -> answer(at, at));
                SidecarPair pair = pair("plain", target.port(), codec).start();
                GatheringSocket socket = GatheringSocket.connect(pair.listenerPort())) {
            return converse(pair, socket, socket);
        }
    }

    private Map<Conversation, Double> withTls(String codec) throws Exception {
        SSLContext shown = authority.context(database);
        try (PlainServer target =
                        new PlainServer(GatheringSocket.listen(), at -> answer(at, PlainServer.secure(at, shown)));
                SidecarPair pair = ending("tls", target.port(), codec).start();
                GatheringSocket socket = GatheringSocket.connect(pair.listenerPort());
                SSLSocket secured = (SSLSocket)
                        authority.context(application).getSocketFactory().createSocket(socket, NAME, 0, true)) {
            secured.startHandshake();
            return converse(pair, socket, secured);
        }
    }

    private SidecarPair ending(String name, int targetPort, String codec) throws Exception {
        String files = "cert: '%s', key: '%s', ca: '%s'".formatted(sidecar.cert(), sidecar.key(), authority.file());
        SidecarPair pair = pair(name, targetPort, codec).endingTls("{%s}".formatted(files));
        pair.targetOfB(
                "{address: 127.0.0.1:%d, peers: [a], tls: {%s, server-name: %s}}".formatted(targetPort, files, NAME));
        return pair;
    }

    private SidecarPair pair(String name, int targetPort, String codec) throws IOException {
        return new SidecarPair(
                Files.createDirectories(folder.resolve(name)), targetPort, "- {codec: %s}".formatted(codec), links);
    }

    /**
     * Returns the bytes of the link to and from the peer for each conversation, once a first message has opened the link.
     *
     * @param stream carries the messages, over the socket
     */
    private static Map<Conversation, Double> converse(SidecarPair pair, GatheringSocket socket, Socket stream)
            throws IOException {
        exchange(socket, stream, 1, 0);
        Map<Conversation, Double> bytes = new LinkedHashMap<>();
        for (Conversation conversation : CONVERSATIONS) {
            double before = still(pair);
            for (int i = 0; i < conversation.messages(); i++) {
                exchange(socket, stream, conversation.length(), i);
            }
            bytes.put(conversation, still(pair) - before);
        }
        return bytes;
    }

    private static void exchange(GatheringSocket socket, Socket stream, int length, int seed) throws IOException {
        byte[] sent = rows(length, seed);
        socket.sendAtOnce(
                stream.getOutputStream(),
                ByteBuffer.allocate(4 + length).putInt(length).put(sent).array());
        assertThat(new DataInputStream(stream.getInputStream()).readNBytes(length))
                .isEqualTo(sent);
    }

    /**
     * Waits until a link's bytes do not change anymore, and returns them, with the overhead of its own TLS. Those of control messages depend
     * on the time that the machine takes: other links are made ready meanwhile.
     */
    private static double still(SidecarPair pair) {
        double[] last = {-1};
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(200)).until(() -> {
            double before = last[0];
            last[0] = Exposed.of(pair.a()).sum("narrows_wire_bytes_total", "peer=\"b\"", "class=\"replication\"");
            return last[0] == before;
        });
        return last[0];
    }

    private static byte[] rows(int length, int seed) {
        Random random = new Random(seed);
        StringBuilder rows = new StringBuilder();
        int id = seed * 10_000;
        while (rows.length() < length) {
            id += random.nextInt(1, 8);
            rows.append("{\"id\":").append(id).append(",\"item\":\"order\",\"state\":\"open\"}\n");
        }
        return rows.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns each message whole once it has arrived whole. */
    private static void answer(Socket socket, Socket stream) throws IOException {
        DataInputStream in = new DataInputStream(stream.getInputStream());
        try {
            while (true) {
                ((GatheringSocket) socket).sendAtOnce(stream.getOutputStream(), in.readNBytes(in.readInt()));
            }
        } catch (EOFException e) {
            // The test is over.
        }
    }
}
