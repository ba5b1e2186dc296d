package io.narrows.proxy.starttls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.testkit.Seed;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NatsInfoReaderTest {
    private static final int MUTATIONS = 100_000;

    /** The INFO of nats-server 2.9.10 for leaf nodes, with its blank before the line's end. */
    private static final String INFO =
            "INFO {\"server_id\":\"NAFA5YOH\",\"version\":\"2.9.10\",\"proto\":1,\"port\":7422,\"auth_required\":true,"
                    + "\"tls_required\":true,\"nonce\":\"OkHy\",\"leafnode_urls\":[\"127.0.0.1:7422\"]} \r\n";

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 7, 1000})
    void line_isReadWhole_howeverItIsDivided(int segment) throws Exception {
        assertThat(read(INFO, segment)).hasValue(bytes(INFO));
    }

    @Test
    void incompleteLine_isAwaited() throws Exception {
        assertThat(read(INFO.substring(0, INFO.length() - 1), 10)).isEmpty();
        assertThat(read("I", 10)).isEmpty();
    }

    @Test
    void longestLine_isRead_andALongerOneRefused() throws Exception {
        String longest = "INFO {\"tls_required\":true,\"x\":\"" + "x".repeat(3072 - 35) + "\"}\r\n";
        assertThat(longest).hasSize(3072);

        assertThat(read(longest, 100)).hasValue(bytes(longest));
        assertRefused(longest.replace("}", " }"), 100, "its INFO is longer than 3072 bytes");
        assertRefused("INFO {" + "x".repeat(10_000), 10_000, "its INFO is longer than 3072 bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"tls_required\":false}",
                "{\"tls_required\":false,\"tls_available\":false}",
                "{\"nested\":{\"tls_required\":true}}",
                "{\"x\":\"tls_required\",\"y\":[\"tls_required\",true]}",
            })
    void infoWithoutTls_isRefused(String json) {
        assertRefused("INFO " + json + "\r\n", 7, "its INFO offers no TLS (set tls in leafnodes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO {\"tls_required\":true\r\n",
                "INFO {\"tls_required\":true}x\r\n",
                "INFO {\"tls_required\":true}{}\r\n",
                "INFO {\"tls_required\":true} \n",
                "INFO {\"tls_required\":\"true\"}\r\n",
                "INFO {\"tls_required\":1}\r\n",
                "INFO {\"tls_required\":true,\"tls_required\":false}\r\n",
                "INFO {tls_required:true}\r\n",
            })
    void malformedInfo_isRefused(String line) {
        assertRefused(line, 7, "its INFO is malformed");
    }

    @Test
    void bytesBehindTheLine_areRefused() {
        assertRefused(
                INFO + "PING\r\n",
                1000,
                "it sent 6 bytes after its INFO, before TLS (expected: none; someone may have");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "-ERR 'maximum connections exceeded', it began with \"-ERR 'maximum connections exceeded'\" (expected: INFO",
                "HTTP/1.1 400, it began with \"HTTP/1.1 400\" (expected: INFO",
                "INFO x, it began with \"INFO x\" (expected: INFO",
            })
    void otherGreetings_areNamed(String greeting, String message) {
        assertRefused(greeting + "\r\n", 1000, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"tls_required\":true,\"tls_available\":false} ; {\"tls_required\":true,\"tls_available\":false}",
                "{\"tls_available\":true} ; {\"tls_required\":true,\"tls_available\":true}",
                "{\"x\":\"ä\",\"tls_required\": false ,\"tls_available\":true} ; {\"x\":\"ä\",\"tls_required\": true ,\"tls_available\":true}",
            })
    void tlsThatIsOnlyAvailable_becomesRequired(String sent, String expected) throws Exception {
        assertThat(NatsInfo.requiringTls(bytes("INFO " + sent + "\r\n"))).isEqualTo(bytes("INFO " + expected + "\r\n"));
    }

    @Test
    void mutatedLines_areReadOrRefused() {
        Random random = new Random(Seed.of(NatsInfoReaderTest.class));
        byte[] available = bytes(INFO.replace("tls_required\":true", "tls_required\":false,\"tls_available\":true"));
        int refused = 0;

        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = available.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                Optional<byte[]> line = read(mutated, 1 + random.nextInt(mutated.length));
                if (line.isPresent()) {
                    byte[] requiring = NatsInfo.requiringTls(line.get());
                    assertThat(NatsInfo.requiringTls(requiring)).isEqualTo(requiring);
                }
            } catch (RefusedStartException e) {
                refused++;
            }
        }

        assertThat(refused).isBetween(MUTATIONS / 100, MUTATIONS * 9 / 10);
    }

    private static void assertRefused(String line, int segment, String message) {
        assertThatThrownBy(() -> read(line, segment))
                .isInstanceOf(RefusedStartException.class)
                .hasMessageStartingWith(message);
    }

    private static Optional<byte[]> read(String line, int segment) throws RefusedStartException {
        return read(bytes(line), segment);
    }

    private static Optional<byte[]> read(byte[] bytes, int segment) throws RefusedStartException {
        NatsInfoReader reader = new NatsInfoReader();
        for (int at = 0; at < bytes.length; at += segment) {
            Optional<byte[]> line =
                    reader.read(Unpooled.wrappedBuffer(bytes, at, Math.min(segment, bytes.length - at)));
            if (line.isPresent()) {
                return line;
            }
        }
        return Optional.empty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
