package io.narrows.proxy.starttls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.MySqlBytes;
import io.narrows.testkit.Seed;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MySqlGreetingReaderTest {
    private static final int MUTATIONS = 100_000;
    private static final byte[] GREETING = MySqlBytes.greeting(MySqlBytes.CLIENT_PROTOCOL_41 | MySqlBytes.CLIENT_SSL);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 1000})
    void greeting_isReadWhole_howeverItIsDivided(int segment) throws Exception {
        assertThat(read(GREETING, segment)).hasValue(GREETING);
    }

    @Test
    void incompleteGreeting_isAwaited() throws Exception {
        assertThat(read(Arrays.copyOf(GREETING, GREETING.length - 1), 10)).isEmpty();
    }

    @Test
    void longestGreeting_isRead_andALongerOneRefusedByItsHeader() throws Exception {
        byte[] payload = Arrays.copyOfRange(GREETING, 4, GREETING.length);
        byte[] longest = MySqlBytes.packet(0, Arrays.copyOf(payload, 1020));
        byte[] longer = MySqlBytes.packet(0, Arrays.copyOf(payload, 1021));

        assertThat(read(longest, 100)).hasValue(longest);
        assertRefused(Arrays.copyOf(longer, 4), 100, "it began with a packet of 1021 bytes and number 0");
    }

    @Test
    void greetingWithoutTls_isRefused() {
        assertRefused(
                MySqlBytes.greeting(MySqlBytes.CLIENT_PROTOCOL_41), 7, "its greeting does not offer TLS (set ssl_cert");
    }

    @Test
    void bytesBehindTheGreeting_areRefused() {
        assertRefused(
                Arrays.copyOf(GREETING, GREETING.length + 2),
                1000,
                "it sent 2 bytes after its greeting, before TLS (expected: none");
    }

    @Test
    void error_isPassedOnInWords() {
        byte[] error = "\u00ff\u0010\u0004#08004Too many connections".getBytes(StandardCharsets.ISO_8859_1);
        byte[] without = "\u00ff\u0069\u0004Host is blocked".getBytes(StandardCharsets.ISO_8859_1);

        assertRefused(
                MySqlBytes.packet(0, error), 5, "it refused the connection with error 1040: Too many connections");
        assertRefused(MySqlBytes.packet(0, without), 5, "it refused the connection with error 1129: Host is blocked");
    }

    @ParameterizedTest
    @CsvSource({
        "9, it greeted with protocol 9 (expected: 10)",
        "72, it greeted with protocol 72 (expected: 10)",
    })
    void otherProtocol_isRefused(int protocol, String message) {
        assertRefused(MySqlBytes.packet(0, new byte[] {(byte) protocol, 0, 0}), 5, message);
    }

    @Test
    void otherPackets_areRefused() {
        assertRefused(MySqlBytes.packet(1, new byte[] {10}), 5, "it began with a packet of 1 bytes and number 1");
        assertRefused(MySqlBytes.packet(0, new byte[0]), 5, "it began with a packet of 0 bytes and number 0");
        assertRefused("HTTP/1.1 400".getBytes(StandardCharsets.US_ASCII), 20, "it began with a packet of");
        assertRefused(MySqlBytes.packet(0, new byte[] {10, 'v'}), 5, "it sent a malformed greeting");
        assertRefused(MySqlBytes.packet(0, new byte[] {10, 'v', 0, 1}), 5, "it sent a malformed greeting");
    }

    @Test
    void mutatedGreetings_areReadOrRefused() {
        Random random = new Random(Seed.of(MySqlGreetingReaderTest.class));

        int refused = MutatedStarts.refused(
                MUTATIONS,
                random,
                i -> Arrays.copyOf(GREETING, 1 + random.nextInt(GREETING.length + 20)),
                MySqlGreetingReaderTest::read);

        assertThat(refused).isBetween(MUTATIONS / 100, MUTATIONS);
    }

    private static void assertRefused(byte[] bytes, int segment, String message) {
        assertThatThrownBy(() -> read(bytes, segment))
                .isInstanceOf(RefusedStartException.class)
                .hasMessageStartingWith(message);
    }

    private static Optional<byte[]> read(byte[] bytes, int segment) throws RefusedStartException {
        MySqlGreetingReader reader = new MySqlGreetingReader();
        for (int at = 0; at < bytes.length; at += segment) {
            Optional<byte[]> packet =
                    reader.read(Unpooled.wrappedBuffer(bytes, at, Math.min(segment, bytes.length - at)));
            if (packet.isPresent()) {
                return packet;
            }
        }
        return Optional.empty();
    }
}
