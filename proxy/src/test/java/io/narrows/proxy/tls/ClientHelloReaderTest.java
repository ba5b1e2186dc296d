package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.ClientHellos;
import io.narrows.testkit.Seed;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientHelloReaderTest {
    private static final int MUTATIONS = 100_000;
    private static final int TLS_1_2 = 0x0303;

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void helloOfTheJdk_tellsServerNameAndProtocols(String version) throws Exception {
        byte[] bytes = helloOfTheJdk(version);

        assertThat(read(bytes, bytes.length))
                .contains(new ClientHello(Optional.of("db-2.example"), List.of("h2", "http/1.1")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 100})
    void helloInManyRecordsAndSegments_isTheSame(int size) throws Exception {
        byte[] bytes = helloOfTheJdk("TLSv1.3");
        byte[] divided = ClientHellos.records(messageOf(bytes), size);

        assertThat(read(divided, 3)).isEqualTo(read(bytes, bytes.length)).isPresent();
    }

    @Test
    void incompleteHello_isAwaited() throws Exception {
        byte[] bytes = helloOfTheJdk("TLSv1.3");

        for (int length = 0; length < bytes.length; length++) {
            ClientHelloReader reader = new ClientHelloReader();
            assertThat(reader.read(Unpooled.wrappedBuffer(bytes, 0, length))).isEmpty();
            assertThat(reader.isEmpty()).isEqualTo(length == 0);
        }
    }

    @Test
    void longestHello_isRead_andALongerOneRefusedByItsLength() throws Exception {
        byte[] longest = ClientHellos.extension(21, new byte[ClientHelloReader.MAX_BYTES - 4 - 43 - 4]);
        byte[] longer = ClientHellos.extension(21, new byte[ClientHelloReader.MAX_BYTES - 4 - 43 - 3]);

        assertThat(read(ClientHellos.of(TLS_1_2, longest), 1000)).isPresent();
        assertThatThrownBy(() -> read(Arrays.copyOf(ClientHellos.of(TLS_1_2, longer), 20), 20))
                .isInstanceOf(BadClientHelloException.class)
                .hasMessage("a ClientHello of 16385 bytes (expected: at most 16384)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    00000008          | the first byte is 0x00 (expected: 0x16, a TLS handshake)
                    1602              | version 2 of TLS records (expected: 3)
                    1603010000        | a TLS record of 0 bytes (expected: 1 to 16384)
                    1603014001        | a TLS record of 16385 bytes (expected: 1 to 16384)
                    160301000502      | a handshake message of type 2 (expected: 1, a ClientHello)
                    160301000401000000| a malformed ClientHello
                    """)
    void otherBytes_areRefusedByTheirFirst(String hex, String message) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> read(bytes, 1))
                .isInstanceOf(BadClientHelloException.class)
                .hasMessage(message);
    }

    @Test
    void versions_areThoseOfTheExtension_orElseOfTheHello() throws Exception {
        byte[] tls13 = ClientHellos.extension(43, new byte[] {2, 3, 4});
        byte[] tls11 = ClientHellos.extension(43, new byte[] {2, 3, 2});

        assertThat(read(ClientHellos.of(0x0301, tls13), 7)).isPresent();
        assertThat(read(ClientHellos.of(TLS_1_2, new byte[0]), 7)).isPresent();
        for (byte[] old : List.of(ClientHellos.of(TLS_1_2, tls11), ClientHellos.of(0x0302, new byte[0]))) {
            assertThatThrownBy(() -> read(old, 7))
                    .isInstanceOf(BadClientHelloException.class)
                    .hasMessage("a ClientHello without TLS 1.2 and 1.3 (expected: one of them)");
        }
    }

    @Test
    void serverNameThatIsNoHost_isRefused() {
        assertThatThrownBy(() -> read(ClientHellos.of(TLS_1_2, serverName("a b")), 7))
                .isInstanceOf(BadClientHelloException.class)
                .hasMessage("a ClientHello whose server name is not a host name");
    }

    @Test
    void mutatedHellos_areReadOrRefused() throws Exception {
        Random random = new Random(Seed.of(ClientHelloReaderTest.class));
        byte[] hello = helloOfTheJdk("TLSv1.3");
        int refused = 0;

        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = hello.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                read(mutated, 1 + random.nextInt(mutated.length));
            } catch (BadClientHelloException e) {
                refused++;
            }
        }

        assertThat(refused).isBetween(MUTATIONS / 100, MUTATIONS);
    }

    private static Optional<ClientHello> read(byte[] bytes, int segment) throws BadClientHelloException {
        ClientHelloReader reader = new ClientHelloReader();
        for (int at = 0; at < bytes.length; at += segment) {
            Optional<ClientHello> hello =
                    reader.read(Unpooled.wrappedBuffer(bytes, at, Math.min(segment, bytes.length - at)));
            if (hello.isPresent()) {
                return hello;
            }
        }
        return Optional.empty();
    }

    private static byte[] serverName(String name) {
        byte[] text = name.getBytes(StandardCharsets.US_ASCII);
        return ClientHellos.extension(
                0,
                ByteBuffer.allocate(5 + text.length)
                        .putShort((short) (3 + text.length))
                        .put((byte) 0)
                        .putShort((short) text.length)
                        .put(text)
                        .array());
    }

    /** Returns the handshake message in a single record. */
    private static byte[] messageOf(byte[] record) {
        return Arrays.copyOfRange(record, 5, record.length);
    }

    private static byte[] helloOfTheJdk(String version) throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {version});
        parameters.setServerNames(List.of(new SNIHostName("db-2.example")));
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        engine.setSSLParameters(parameters);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        byte[] bytes = new byte[record.flip().remaining()];
        record.get(bytes);
        return bytes;
    }
}
