package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.shutOutput;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two sidecars whose links share history, with real sockets on several event loops. */
@Timeout(60)
final class SharedHistoryLinksTest {
    private static final int KIB = 1 << 10;
    private static final Pattern SENT =
            Pattern.compile("narrows_wire_bytes_total\\{[^}]*codec=\"dense\"[^}]*direction=\"sent\"[^}]*} ([0-9.E]+)");
    private static final Pattern HISTORY = Pattern.compile("narrows_memory_bytes\\{pool=\"history\"} ([0-9.E]+)");
    private static final Pattern LINKS =
            Pattern.compile("narrows_link_memory_bytes\\{[^}]*state=\"open\"[^}]*} ([0-9.E]+)");

    @TempDir
    private Path folder;

    @Test
    void answerOnAnotherConnection_isShort_onlyWhenTheRuleSaysSo() throws Exception {
        Measured alone = measure("- {codec: dense, level: 1}");
        Measured shared = measure("- {codec: dense, level: 1, shared-history: true}");

        assertThat(alone.sentByB()).isGreaterThan(110 * KIB);
        assertThat(shared.sentByB()).isLessThan(90 * KIB);
        assertThat(alone.historyOfA() + alone.historyOfB()).isZero();
        assertThat(shared.historyOfA()).as("a direction at each end").isEqualTo(1024 * KIB);
        assertThat(shared.historyOfB()).as("a direction at each end").isEqualTo(1024 * KIB);
        assertThat(shared.linksOfA()).isGreaterThanOrEqualTo(shared.historyOfA());
    }

    /** Bytes, according to the metrics of both nodes. */
    private record Measured(long sentByB, long historyOfA, long historyOfB, long linksOfA) {}

    /** Sends 240 KiB of digits, of which the last 120 KiB were just received on another connection. */
    private Measured measure(String policy) throws Exception {
        Random random = new Random(3);
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).start();
                Socket near = connect(pair.listenerPort());
                Socket far = target.take();
                Socket otherNear = connect(pair.listenerPort());
                Socket otherFar = target.take()) {
            for (int i = 0; i < 30; i++) {
                carry(near, far, digits(random, 4 * KIB));
                carry(otherFar, otherNear, digits(random, 4 * KIB));
            }
            for (int i = 0; i < 30; i++) {
                byte[] content = digits(random, 4 * KIB);
                carry(near, far, content);
                carry(otherFar, otherNear, content);
            }
            String ofA = scrape(pair, "a");
            String ofB = scrape(pair, "b");
            return new Measured(first(SENT, ofB), first(HISTORY, ofA), first(HISTORY, ofB), first(LINKS, ofA));
        }
    }

    private static long first(Pattern pattern, String scrape) {
        Matcher matcher = pattern.matcher(scrape);
        assertThat(matcher.find()).isTrue();
        return (long) Double.parseDouble(matcher.group(1));
    }

    @Test
    void manyConnectionsAtOnce_deliverWhatWasSent() throws Exception {
        List<byte[]> streams = streamsThatResembleEachOther(6, 400 * KIB);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder,
                                target.port(),
                                "- {codec: dense, level: 1, window: 256KiB, shared-history: true}")
                        .start()) {
            List<CompletableFuture<byte[]>> echoes = new ArrayList<>();
            for (byte[] stream : streams) {
                Socket socket = connect(pair.listenerPort());
                write(socket, stream).thenRun(() -> shutOutput(socket));
                echoes.add(CompletableFuture.supplyAsync(() -> readAll(socket), task -> new Thread(task).start()));
            }

            for (int i = 0; i < streams.size(); i++) {
                assertThat(echoes.get(i).get()).isEqualTo(streams.get(i));
            }
        }
    }

    private static List<byte[]> streamsThatResembleEachOther(int count, int length) {
        Random random = new Random(5);
        List<byte[]> parts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            parts.add(digits(random, 1 + random.nextInt(8 * KIB)));
        }
        List<byte[]> streams = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            while (stream.size() < length) {
                stream.writeBytes(parts.get(random.nextInt(parts.size())));
            }
            streams.add(stream.toByteArray());
        }
        return streams;
    }

    /** Returns digits, which shrink to a half, even if repeated. */
    private static byte[] digits(Random random, int length) {
        byte[] noise = new byte[(length + 1) / 2];
        random.nextBytes(noise);
        return HexFormat.of().formatHex(noise).getBytes(StandardCharsets.US_ASCII);
    }

    private static void carry(Socket from, Socket to, byte[] content) throws IOException {
        from.getOutputStream().write(content);
        assertThat(to.getInputStream().readNBytes(content.length)).isEqualTo(content);
    }

    private static byte[] readAll(Socket socket) {
        try (socket) {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
