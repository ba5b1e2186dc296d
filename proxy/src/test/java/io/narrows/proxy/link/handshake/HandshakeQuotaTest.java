package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

final class HandshakeQuotaTest {
    private static final int MAX_LINKS = 1_000; // 500 greetings, 125 of a source

    private final HandshakeQuota quota = new HandshakeQuota(Long.MAX_VALUE, Long.MAX_VALUE);

    @Test
    void sourceAtItsLimit_leavesPlacesForOthers() throws Exception {
        take(125, "10.0.0.1");

        assertThat(quota.take(from("10.0.0.1"), MAX_LINKS))
                .contains("from that address")
                .contains("limit: 125");
        assertThat(quota.take(from("10.0.0.2"), MAX_LINKS)).isNull();
    }

    @Test
    void quotaThatIsTaken_refusesEverySource() throws Exception {
        for (int i = 1; i <= 4; i++) {
            take(125, "10.0.0." + i);
        }

        assertThat(quota.take(from("10.0.0.5"), MAX_LINKS)).contains("limit: 500");
    }

    @Test
    void returnedPlace_isReused() throws Exception {
        take(125, "10.0.0.1");

        quota.giveBack(from("10.0.0.1"));

        assertThat(quota.take(from("10.0.0.1"), MAX_LINKS)).isNull();
        assertThat(quota.total()).isEqualTo(125);
    }

    @Test
    void addressesOfOneIpv6Prefix_areOneSource() throws Exception {
        for (int i = 0; i < 125; i++) {
            assertThat(quota.take(from("2001:db8::" + Integer.toHexString(i)), MAX_LINKS))
                    .isNull();
        }

        assertThat(quota.take(from("2001:db8::ffff"), MAX_LINKS)).isNotNull();
        assertThat(quota.take(from("2001:db8:0:1::1"), MAX_LINKS)).isNull();
    }

    @Test
    void fewDescriptors_areFewGreetings() throws Exception {
        HandshakeQuota small = new HandshakeQuota(40, Long.MAX_VALUE);
        for (int i = 1; i <= 10; i++) {
            assertThat(small.take(from("10.0.0." + i), MAX_LINKS)).isNull();
        }

        assertThat(small.take(from("10.0.0.11"), MAX_LINKS)).contains("limit: 10");
    }

    @Test
    void littleMemory_isFewGreetings_ofWhichASourceHasAPart() throws Exception {
        HandshakeQuota small = new HandshakeQuota(Long.MAX_VALUE, 80);
        for (int i = 0; i < 20; i++) {
            assertThat(small.take(from("10.0.0.1"), MAX_LINKS)).isNull();
        }

        assertThat(small.take(from("10.0.0.1"), MAX_LINKS)).contains("limit: 20");
        assertThat(small.take(from("10.0.0.2"), MAX_LINKS)).isNull();
    }

    private void take(int places, String host) throws UnknownHostException {
        for (int i = 0; i < places; i++) {
            assertThat(quota.take(from(host), MAX_LINKS)).isNull();
        }
    }

    private static InetSocketAddress from(String host) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(host), 40_000);
    }
}
