package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Tests the kernel's socket addresses, as {@code struct sockaddr_in} and {@code sockaddr_in6} have them on Linux. */
class OriginalDestinationTest {
    @Test
    void v4() {
        assertThat(parse("0200 094c 0a090002 0000000000000000", false))
                .isEqualTo(new InetSocketAddress("10.9.0.2", 2380));
    }

    @Test
    void v6() {
        assertThat(parse("0a00 ffff 00000000 fd000000000000000000000000000002 00000000", true))
                .isEqualTo(new InetSocketAddress("fd00::2", 65535));
    }

    private static InetSocketAddress parse(String hex, boolean v6) {
        return OriginalDestination.parse(ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", ""))), v6);
    }
}
