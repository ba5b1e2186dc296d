package io.narrows.proxy.starttls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.support.ClientHellos;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PostgresStartTest {
    private static final int MUTATIONS = 100_000;
    private static final String SSL = "0000000804d2162f";
    private static final String GSS = "0000000804d21630";
    private static final String STARTUP =
            "00000011" + "00030000" + HexFormat.of().formatHex("user\0pg\0\0".getBytes(StandardCharsets.US_ASCII));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8})
    void sslRequest_isRead_howeverItIsDivided(int segment) throws Exception {
        assertThat(read(SSL, segment)).containsExactly(new TlsStart.SslRequest());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void gssEncRequest_mayPrecedeIt(int segment) throws Exception {
        assertThat(read(GSS + SSL, segment)).containsExactly(new TlsStart.GssEncRequest(), new TlsStart.SslRequest());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 1000})
    void clientHello_beginsTlsDirectly(int segment) throws Exception {
        String hello = HexFormat.of().formatHex(ClientHellos.of(0x0303, new byte[0]));

        assertThat(read(hello, segment)).hasExactlyElementsOfTypes(TlsStart.Direct.class);
    }

    @Test
    void incompleteRequest_isAwaited() throws Exception {
        PostgresStart start = new PostgresStart();

        assertThat(start.isEmpty()).isTrue();
        assertThat(start.read(bytes("0000000804d216"))).isEmpty();
        assertThat(start.isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({SSL + "16, SSLRequest", GSS + "16, GSSENCRequest"})
    void bytesBehindARequest_areAnInjection(String hex, String request) {
        RefusedStartException refused = refusal(hex, 100);

        assertThat(refused.failure()).isEqualTo(Failure.STARTTLS_INJECTION);
        assertThat(refused).hasMessageStartingWith("1 bytes in plain text after " + request + ", before its answer");
        assertThat(refused.answer()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 100})
    void startupMessage_isAnsweredByAnError_onceItIsComplete(int segment) {
        RefusedStartException refused = refusal(STARTUP, segment);

        assertThat(refused.failure()).isEqualTo(Failure.CLEAR_TEXT);
        assertThat(refused).hasMessageStartingWith("a StartupMessage in plain text");
        ByteBuf error = Unpooled.wrappedBuffer(refused.answer());
        assertThat(error.readByte()).isEqualTo((byte) 'E');
        assertThat(error.readInt()).isEqualTo(4 + error.readableBytes());
        assertThat(error.toString(StandardCharsets.UTF_8))
                .startsWith("SFATAL\0VFATAL\0C28000\0Mconnection without TLS")
                .endsWith("\0\0");
    }

    @Test
    void incompleteStartupMessage_isAwaited() throws Exception {
        assertThat(read(STARTUP.substring(0, 2 * 0x10), 100)).isEmpty();
    }

    @Test
    void cancelRequest_isRefusedWithoutAnAnswer() {
        RefusedStartException refused = refusal("00000010" + "04d2162e" + "0000000100000002", 3);

        assertThat(refused.failure()).isEqualTo(Failure.CLEAR_TEXT);
        assertThat(refused).hasMessageStartingWith("a CancelRequest in plain text");
        assertThat(refused.answer()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0000000904d2162f, length 9 and code 80877103",
        "0000000904d21630, length 9 and code 80877104",
        "0000000800090000, length 8 and code 589824",
        "0000271100030000, length 10001 and code 196608",
        "0000000700030000, length 7 and code 196608",
        "ffffffff00030000, length 4294967295 and code 196608",
        "474554202f204854, length 1195725856 and code 790644820",
        GSS + GSS + ", length 8 and code 80877104",
        GSS + "1603010005010000, length 369295616 and code 83951616",
    })
    void otherBytes_areRefusedByTheirFirstEight(String hex, String found) {
        RefusedStartException refused = refusal(hex, 8);

        assertThat(refused.failure()).isEqualTo(Failure.CLIENT_HELLO);
        assertThat(refused)
                .hasMessageStartingWith("a first packet of PostgreSQL with " + found + " (expected: SSLRequest");
    }

    @Test
    void tooLongClientHello_isRefused() {
        String hello = HexFormat.of().formatHex(ClientHellos.records(ClientHellos.message(new byte[60_000]), 16_000));

        assertThatThrownBy(() -> read(hello, 1000))
                .isInstanceOf(RefusedStartException.class)
                .hasMessage("a ClientHello of 60004 bytes (expected: at most 16384)");
    }

    @Test
    void mutatedRequests_areReadOrRefused() {
        Random random = new Random(Seed.of(PostgresStartTest.class));
        List<byte[]> starts = List.of(raw(SSL), raw(GSS + SSL), raw(STARTUP), ClientHellos.of(0x0303, new byte[0]));

        int refused = MutatedStarts.refused(
                MUTATIONS, random, i -> starts.get(i % starts.size()).clone(), PostgresStartTest::read);

        assertThat(refused).isBetween(MUTATIONS / 10, MUTATIONS);
    }

    private static RefusedStartException refusal(String hex, int segment) {
        return catchThrowableOfType(RefusedStartException.class, () -> read(hex, segment));
    }

    private static List<TlsStart> read(String hex, int segment) throws RefusedStartException {
        return read(raw(hex), segment);
    }

    /** Returns all requests that were read before the bytes end. */
    private static List<TlsStart> read(byte[] bytes, int segment) throws RefusedStartException {
        PostgresStart start = new PostgresStart();
        List<TlsStart> requests = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += segment) {
            start.read(Unpooled.wrappedBuffer(bytes, at, Math.min(segment, bytes.length - at)))
                    .ifPresent(requests::add);
            if (requests.stream().anyMatch(request -> !(request instanceof TlsStart.GssEncRequest))) {
                return requests;
            }
        }
        return requests;
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(raw(hex));
    }

    private static byte[] raw(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
