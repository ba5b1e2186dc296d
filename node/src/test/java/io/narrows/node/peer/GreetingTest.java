package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.peer.RefusedException.Reason;
import io.narrows.node.peer.message.Hello;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GreetingTest {
    private static final String HELLO = "4e525750" + "0001" + "0010" + "0a0161" + "1205623a323338" + "1a04633a3739";

    @Test
    void bytesOfTheFirstVersionStayReadable() throws Exception {
        Greeting greeting = Greeting.read(bytes(HELLO));

        assertThat(greeting.version()).isEqualTo(1);
        assertThat(Hello.parseFrom(greeting.body()))
                .isEqualTo(Hello.newBuilder()
                        .setCluster("a")
                        .setFrom("b:238")
                        .setTo("c:79")
                        .build());
    }

    @Test
    void needsAllBytes() throws Exception {
        for (int length = 1; length < HELLO.length() / 2; length++) {
            ByteBuf cut = bytes(HELLO.substring(0, 2 * length));

            assertThat(Greeting.read(cut)).isNull();
            assertThat(cut.readerIndex()).isZero();
        }
    }

    @Test
    void leavesTheBytesBehindIt() throws Exception {
        ByteBuf more = bytes(HELLO + "ff");

        Greeting.read(more);

        assertThat(more.readableBytes()).isEqualTo(1);
    }

    @Test
    void recognizesThePrefaceOfHttp2() throws Exception {
        byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        assertThat(Greeting.read(Unpooled.wrappedBuffer(preface, 0, 4))).isNull();
        assertRefused(Unpooled.wrappedBuffer(preface), Reason.EARLIER_STORE);
    }

    @ParameterizedTest
    @CsvSource({
        "00001204000000000000, EARLIER_STORE", // SETTINGS
        "00000807000000000000, EARLIER_STORE", // GOAWAY
        "00001200000000000000, OTHER_PROTOCOL", // DATA
        "00001204000000000100, OTHER_PROTOCOL", // SETTINGS of a stream
        "474554, OTHER_PROTOCOL",
        "4e525751, OTHER_PROTOCOL",
        "4e525750" + "0001" + "1001, OTHER_PROTOCOL" // longer than 4096 bytes
    })
    void refusesOtherBytes(String hex, Reason reason) {
        assertRefused(bytes(hex), reason);
    }

    private static void assertRefused(ByteBuf bytes, Reason reason) {
        assertThatThrownBy(() -> Greeting.read(bytes))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));
    }
}
