package io.narrows.proxy.starttls;

import static io.narrows.proxy.support.MySqlBytes.CLIENT_PROTOCOL_41;
import static io.narrows.proxy.support.MySqlBytes.CLIENT_SSL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.support.MySqlBytes;
import io.narrows.testkit.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MySqlRequestReaderTest {
    private static final int MUTATIONS = 100_000;
    private static final byte[] REQUEST = MySqlBytes.request(CLIENT_PROTOCOL_41 | CLIENT_SSL);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 8, 35, 36})
    void request_isRead_howeverItIsDivided(int segment) throws Exception {
        assertThat(read(REQUEST, segment)).hasValue(REQUEST);
    }

    @Test
    void bytesBehindTheRequest_areLeft() throws Exception {
        ByteBuf bytes = Unpooled.wrappedBuffer(REQUEST, new byte[] {0x16, 3, 1});

        assertThat(new MySqlRequestReader().read(bytes)).hasValue(REQUEST);
        assertThat(bytes.readableBytes()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 1000})
    void loginInPlainText_isAnsweredByAnError_onceItIsComplete(int segment) throws Exception {
        byte[] login = MySqlBytes.login(CLIENT_PROTOCOL_41);

        assertThat(read(Arrays.copyOf(login, login.length - 1), segment)).isEmpty();
        RefusedStartException refused = refusal(login, segment);
        assertThat(refused.failure()).isEqualTo(Failure.CLEAR_TEXT);
        assertThat(refused).hasMessageStartingWith("a login in plain text");
        ByteBuf error = Unpooled.wrappedBuffer(refused.answer());
        assertThat(error.readUnsignedMediumLE()).isEqualTo(error.readableBytes() - 1);
        assertThat(error.readByte()).isEqualTo((byte) 2);
        assertThat(error.readUnsignedByte()).isEqualTo((short) 0xff);
        assertThat(error.readUnsignedShortLE()).isEqualTo(3159);
        assertThat(error.toString(StandardCharsets.UTF_8)).startsWith("#HY000connection without TLS");
    }

    @Test
    void otherPackets_areRefused() {
        assertRefused(MySqlBytes.packet(0, new byte[32]), "a packet of MySQL with length 32 and number 0");
        assertRefused(MySqlBytes.packet(1, new byte[31]), "a packet of MySQL with length 31 and number 1");
        assertRefused(MySqlBytes.packet(1, new byte[65_537]), "a packet of MySQL with length 65537 and number 1");
        assertRefused(MySqlBytes.request(CLIENT_SSL), "a request for TLS with flags 0x00000800 and 32 bytes");
        assertRefused(
                MySqlBytes.login(CLIENT_PROTOCOL_41 | CLIENT_SSL),
                "a request for TLS with flags 0x00000a00 and 60 bytes (expected: SSLRequest of protocol 4.1, 32 bytes)");
        assertRefused(new byte[] {0x16, 3, 1, 2, 0, 1, 0}, "a packet of MySQL with length");
    }

    @Test
    void mutatedRequests_areReadOrRefused() {
        Random random = new Random(Seed.of(MySqlRequestReaderTest.class));

        int refused = MutatedStarts.refused(
                MUTATIONS, random, i -> Arrays.copyOf(REQUEST, 1 + random.nextInt(100)), MySqlRequestReaderTest::read);

        assertThat(refused).isBetween(MUTATIONS / 100, MUTATIONS);
    }

    private static void assertRefused(byte[] bytes, String message) {
        RefusedStartException refused = refusal(bytes, 8);
        assertThat(refused).hasMessageStartingWith(message);
        assertThat(refused.failure()).isEqualTo(Failure.CLIENT_HELLO);
        assertThat(refused.answer()).isEmpty();
    }

    private static RefusedStartException refusal(byte[] bytes, int segment) {
        return catchThrowableOfType(RefusedStartException.class, () -> read(bytes, segment));
    }

    private static Optional<byte[]> read(byte[] bytes, int segment) throws RefusedStartException {
        MySqlRequestReader reader = new MySqlRequestReader();
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
