package io.narrows.proxy.link.unpack;

import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.Packing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compressed messages through two sidecars whose policy unpacks them. */
@Timeout(300)
@Tag("long")
final class UnpackingLinkTest {
    /** Pieces that a slow machine does not unpack in time go as they are. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final String POLICY = "- {codec: zstd, level: 3, unpack: [lz4, snappy, gzip, zstd]}";
    private static final int MESSAGES = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Packing.class)
    void compressedMessages_arriveBitForBit_inFewerBytes(Packing packing) throws Exception {
        Random random = new Random(1);
        String format = "codec=\"" + packing.name().toLowerCase(Locale.ROOT);
        AtomicLong all = new AtomicLong();
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start();
                Socket socket = connect(pair.listenerPort())) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                String before = scrape(pair, "a");
                long sent = 0;
                for (int i = 0; i < MESSAGES; i++) {
                    byte[] message = packing.pack(Orders.of(random, 2_000 + random.nextInt(150_000)));
                    echo(socket, message);
                    sent += message.length;
                }
                all.addAndGet(sent);
                String after = scrape(pair, "a");
                assertThat(sum(after, "narrows_unpacked_bytes_total", "direction=\"sent\"", format)
                                - sum(before, "narrows_unpacked_bytes_total", "direction=\"sent\"", format))
                        .isGreaterThan(0.5 * sent);
                assertThat(sum(after, "narrows_wire_bytes_total", "direction=\"sent\"")
                                - sum(before, "narrows_wire_bytes_total", "direction=\"sent\""))
                        .isLessThan(0.8 * sent);
            });

            await().untilAsserted(() -> {
                assertThat(sum(scrape(pair, "b"), "narrows_app_bytes_total", "direction=\"received\""))
                        .isEqualTo(all.get());
                assertThat(sum(scrape(pair, "a"), "narrows_app_bytes_total", "direction=\"received\""))
                        .isEqualTo(all.get());
            });
            assertThat(sum(scrape(pair, "a"), "narrows_app_bytes_total", "direction=\"sent\""))
                    .isEqualTo(all.get());
        }
    }

    @Test
    void messagesOfAllKinds_inPartsAndAtOnce_arriveInOrder() throws Exception {
        Random random = new Random(2);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 40; i++) {
            byte[] plain = Orders.of(random, random.nextInt(100_000));
            all.write(Packing.values()[i % Packing.values().length].pack(plain));
            all.write(Orders.of(random, random.nextInt(1_000)));
        }
        byte[] stream = all.toByteArray();
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start();
                Socket socket = connect(pair.listenerPort())) {
            Thread writer = new Thread(() -> writeInParts(socket, stream, random));
            writer.start();
            byte[] echoed = socket.getInputStream().readAllBytes();
            writer.join();

            assertThat(echoed).isEqualTo(stream);
            assertThat(scrape(pair, "a")).doesNotContainPattern("reason=\"(corrupt-frame|internal|link-cut)\"} [1-9]");
            assertThat(scrape(pair, "b")).doesNotContainPattern("reason=\"(corrupt-frame|internal|link-cut)\"} [1-9]");
        }
    }

    /** A first part may be late in a process that has just begun, and then its member goes as it is. */
    @Test
    void longMember_isUnpackedAsItComes_andArrivesBitForBit() throws Exception {
        byte[] orders = Orders.of(new Random(3), 8 << 20);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start()) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                echoLongMember(pair, orders);
                assertThat(sum(scrape(pair, "a"), "narrows_unpacked_bytes_total", "direction=\"sent\"", "streamed"))
                        .isPositive();
            });
            assertThat(scrape(pair, "a")).doesNotContainPattern("reason=\"(corrupt-frame|internal|link-cut)\"} [1-9]");
            assertThat(scrape(pair, "b")).doesNotContainPattern("reason=\"(corrupt-frame|internal|link-cut)\"} [1-9]");
        }
    }

    /** Sends 80 MB of orders on a connection, written by a stream of java.util.zip as they are compressed. */
    private static void echoLongMember(SidecarPair pair, byte[] orders) throws Exception {
        MessageDigest sent = MessageDigest.getInstance("SHA-256");
        MessageDigest arrived = MessageDigest.getInstance("SHA-256");
        try (Socket socket = connect(pair.listenerPort())) {
            Thread writer = new Thread(() -> {
                try {
                    GZIPOutputStream out =
                            new GZIPOutputStream(new DigestOutputStream(socket.getOutputStream(), sent), 8 << 10);
                    for (int i = 0; i < 10; i++) {
                        out.write(orders);
                    }
                    out.finish();
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            writer.start();
            long length = 0;
            byte[] read = new byte[64 << 10];
            for (int count = 0; count >= 0; count = socket.getInputStream().read(read)) {
                arrived.update(read, 0, count);
                length += count;
            }
            writer.join();

            assertThat(arrived.digest()).isEqualTo(sent.digest());
            assertThat(length).isGreaterThan(10 << 20);
        }
    }

    /** A first part may be late in a process that has just begun, and then the frames of its connection are unpacked as a whole. */
    @Test
    void longFrames_areUnpackedAsTheyCome_onceAnEncoderIsGranted() throws Exception {
        byte[] frame = Packing.ZSTD.pack(Orders.of(new Random(6), 2 << 20));
        assertThat(frame.length).isBetween(3 * (64 << 10), 1 << 20);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start()) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                try (Socket socket = connect(pair.listenerPort())) {
                    for (int i = 0; i < 3; i++) {
                        echo(socket, frame);
                    }
                }
                assertThat(sum(
                                scrape(pair, "a"),
                                "narrows_unpacked_bytes_total",
                                "direction=\"sent\"",
                                "streamed",
                                "zstd"))
                        .isGreaterThan(frame.length);
            });
            for (String end : List.of("a", "b")) {
                assertThat(scrape(pair, end))
                        .doesNotContainPattern("reason=\"(corrupt-frame|internal|link-cut)\"} [1-9]");
            }
        }
    }

    /** The plain text of gzip is longer in a fast codec than the messages were, that of LZ4 is not. */
    @Test
    void formatOfWhichTheCodecMakesMore_costsNoMoreThanATrial() throws Exception {
        Random random = new Random(3);
        double packed = 0;
        String policy = "- {codec: zstd, level: -1, unpack: [gzip, lz4]}";
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).start();
                Socket socket = connect(pair.listenerPort())) {
            while (packed < 1 << 20) { // those that are unpacked too late do not count
                byte[] orders = Orders.of(random, 100_000);
                echo(socket, Packing.GZIP.pack(orders));
                echo(socket, Packing.LZ4.pack(orders));
                packed = sum(scrape(pair, "a"), "narrows_packed_bytes_total", "reason=\"no-gain\"", "codec=\"gzip\"");
            }
            String metrics = scrape(pair, "a");
            assertThat(sum(metrics, "narrows_unpacked_bytes_total", "direction=\"sent\"", "codec=\"gzip\""))
                    .isBetween(400_000.0, packed);
            assertThat(sum(metrics, "narrows_unpacked_bytes_total", "direction=\"sent\"", "codec=\"lz4\""))
                    .isPositive();
            assertThat(sum(metrics, "narrows_packed_bytes_total", "reason=\"no-gain\"", "codec=\"lz4\""))
                    .isZero();
        }
    }

    private static void writeInParts(Socket socket, byte[] stream, Random random) {
        try {
            int at = 0;
            while (at < stream.length) {
                int part = Math.min(stream.length - at, 1 + random.nextInt(random.nextInt(100) == 0 ? 100 : 60_000));
                socket.getOutputStream().write(stream, at, part);
                at += part;
            }
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void echo(Socket socket, byte[] message) throws IOException {
        socket.getOutputStream().write(message);
        assertThat(socket.getInputStream().readNBytes(message.length)).isEqualTo(message);
    }

    /** Returns the sum of the series with that name whose labels contain the given texts. */
    private static double sum(String exposition, String name, String... labels) {
        double sum = 0;
        Matcher series = Pattern.compile("^" + name + "\\{(.*)\\} (\\S+)", Pattern.MULTILINE)
                .matcher(exposition);
        while (series.find()) {
            boolean matches = true;
            for (String label : labels) {
                matches &= series.group(1).contains(label);
            }
            sum += matches ? Double.parseDouble(series.group(2)) : 0;
        }
        return sum;
    }

    @Test
    void messagesWithAndWithoutARecipe_takeTurns() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start();
                Socket socket = connect(pair.listenerPort())) {
            socket.setSoTimeout(20_000);
            for (int i = 0; i < 20; i++) {
                echo(socket, gzip(Deflater.DEFAULT_STRATEGY, i));
                echo(socket, gzip(Deflater.HUFFMAN_ONLY, i));
            }
        }
    }

    /** Only zlib's default strategy has recipes. */
    private static byte[] gzip(int strategy, int seed) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed) {
            {
                def.setStrategy(strategy);
            }
        }) {
            out.write(Orders.of(new Random(seed), 3_000));
        }
        return packed.toByteArray();
    }
}
