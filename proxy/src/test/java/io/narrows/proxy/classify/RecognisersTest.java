package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** All built-in recognizers together, with the first bytes of real programs. */
final class RecognisersTest {
    private static final String FILE = "first-bytes.csv";
    private static final String BY_FORMAT = "first-bytes-by-format.csv";

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = {FILE, BY_FORMAT},
            delimiter = ';')
    void program_isKnownByItsFirstBytes(String program, String expected, String hex) {
        assertThat(classOf(look(List.of(bytes(hex))))).as(program).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = {FILE, BY_FORMAT},
            delimiter = ';')
    void program_isKnown_whereverItsBytesAreCut(String program, String expected, String hex) {
        ByteBuf whole = bytes(hex);
        for (int cut = 1; cut < whole.readableBytes(); cut++) {
            Finding finding = look(List.of(whole.slice(0, cut), whole.slice(cut, whole.readableBytes() - cut)));

            assertThat(classOf(finding)).as("%s, cut at %d", program, cut).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = {FILE, BY_FORMAT},
            delimiter = ';')
    void nothingElse_isFoundOnTheWay(String program, String expected, String hex) {
        ByteBuf whole = bytes(hex);
        for (int length = 1; length < whole.readableBytes(); length++) {
            String found = classOf(look(List.of(whole.slice(0, length))));

            assertThat(found).as("%s, first %d bytes", program, length).isIn(expected, "default");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = {FILE, BY_FORMAT},
            delimiter = ';')
    void program_isKnownToOneRecogniserOnly(String program, String expected, String hex) {
        List<Recogniser> finders = Recognisers.of(List.of()).stream()
                .filter(recogniser -> recogniser.look(bytes(hex)).trafficClass().isPresent())
                .toList();

        assertThat(finders).as(program).hasSizeBetween(expected.equals("default") ? 0 : 1, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /raft/stream/message/8211f1d0f64f3269 HTTP/1.1, heartbeat",
        "POST /raft/snapshot HTTP/1.1, bulk",
        "GET /raft/stream, default",
        "PRI * HTTP/1.0, default",
        "sync\\r\\n, replication",
        "*1\\r\\n$4\\r\\nSYNC\\r\\n, replication",
        "*3\\r\\n$5\\r\\npsync\\r\\n, replication",
        "*4\\r\\n$4\\r\\nAUTH\\r\\n, default",
    })
    void text(String start, String expected) {
        byte[] bytes = start.translateEscapes().getBytes(StandardCharsets.US_ASCII);

        assertThat(classOf(look(List.of(Unpooled.wrappedBuffer(bytes))))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "database, replication",
        "1, replication",
        "ON, replication",
        "t, replication",
        "Yes, replication",
        "false, default",
        "off, default",
        "0, default",
        "'', default",
    })
    void postgres_asksForReplicationInManyWords(String value, String expected) {
        String words = "user\0repl\0replication\0" + value + "\0\0";
        ByteBuf start = Unpooled.buffer()
                .writeInt(8 + words.length())
                .writeInt(3 << 16)
                .writeBytes(words.getBytes(StandardCharsets.US_ASCII));

        assertThat(classOf(look(List.of(start)))).isEqualTo(expected);
    }

    @Test
    void postgresWithGssapi_isEncrypted_whenTokensFollow() {
        ByteBuf start = bytes("0000000804d21630" + "000002a860820000");

        assertThat(classOf(look(List.of(start)))).isEqualTo("encrypted");
    }

    @Test
    void postgresWithGssapiRefused_isJudgedByItsStartup() {
        ByteBuf start = bytes("0000000804d21630" + "0000000804d2162f" + "0000000a0003000000" + "00");

        assertThat(classOf(look(List.of(start)))).isEqualTo("default");
    }

    @ParameterizedTest
    @CsvSource({"12, replication", "15, replication", "1e, replication", "03, default", "16, default"})
    void mysqlReplica_isKnownByItsCommand(String command, String expected) {
        String login = "20000001" + "00020000" + "00".repeat(28);

        assertThat(classOf(look(List.of(bytes(login + "0b000000" + command + "0400000000000200000000")))))
                .isEqualTo(expected);
    }

    @Test
    void mysqlReplicaWhoseTlsASidecarHasEnded_isKnownByItsCommand() {
        String request = "20000001" + "000a0000" + "00".repeat(28);
        String login = "20000002" + "000a0000" + "00".repeat(28);

        assertThat(classOf(look(List.of(bytes(request), bytes(login + "0b000000" + "120400000000000200000000")))))
                .isEqualTo("replication");
    }

    @Test
    void noise_isNothing() {
        long seed = Seed.of(RecognisersTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);

            assertThat(look(List.of(Unpooled.wrappedBuffer(noise))))
                    .as("seed %d, noise %d", seed, i)
                    .isEqualTo(Finding.NOTHING);
        }
    }

    /** Mutated first bytes reach all branches; whatever the result, no exception may be thrown. */
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = {FILE, BY_FORMAT},
            delimiter = ';')
    void damagedBytes_doNoHarm(String program, String expected, String hex) {
        long seed = Seed.of(RecognisersTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = HexFormat.of().parseHex(hex);
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                bytes[random.nextInt(Math.min(bytes.length, 64))] = (byte) random.nextInt(256);
            }
            ByteBuf whole = Unpooled.wrappedBuffer(bytes);
            int cut = random.nextInt(bytes.length);

            Finding finding = look(List.of(whole.slice(0, cut), whole.slice(cut, bytes.length - cut)));

            assertThat(classOf(finding))
                    .as("seed %d, round %d, %s", seed, i, program)
                    .isIn("default", "heartbeat", "replication", "bulk", "grpc", "encrypted");
        }
    }

    /** Hostile peers may continue with any bytes, for any time, in pieces of any size. */
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = {FILE, BY_FORMAT},
            delimiter = ';')
    void noiseBehindAKnownBeginning_doesNoHarm(String program, String expected, String hex) {
        long seed = Seed.of(RecognisersTest.class);
        Random random = new Random(seed);
        byte[] known = HexFormat.of().parseHex(hex);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[2 * FirstBytes.MAX_BYTES];
            random.nextBytes(bytes);
            System.arraycopy(known, 0, bytes, 0, random.nextInt(known.length));

            Finding finding = look(pieces(bytes, random));

            assertThat(classOf(finding))
                    .as("seed %d, round %d, %s", seed, i, program)
                    .isIn("default", "heartbeat", "replication", "bulk", "grpc", "encrypted");
        }
    }

    private static List<ByteBuf> pieces(byte[] bytes, Random random) {
        ByteBuf rest = Unpooled.wrappedBuffer(bytes);
        List<ByteBuf> pieces = new ArrayList<>();
        while (rest.isReadable()) {
            pieces.add(rest.readSlice(Math.min(rest.readableBytes(), 1 + random.nextInt(700))));
        }
        return pieces;
    }

    private static Finding look(List<ByteBuf> reads) {
        FirstBytes firstBytes = new FirstBytes(Recognisers.of(List.of()));
        Finding finding = Finding.NOTHING;
        for (ByteBuf read : reads) {
            finding = firstBytes.look(read);
        }
        return finding;
    }

    private static String classOf(Finding finding) {
        return finding.trafficClass().map(Object::toString).orElse("default");
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));
    }
}
