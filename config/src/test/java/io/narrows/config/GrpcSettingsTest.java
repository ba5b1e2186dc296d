package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrpcSettingsTest {
    private static final GrpcSettings METHODS =
            Fixtures.parse(Fixtures.SMALLEST + """
            grpc:
              methods:
                - {service: raft.Replication, method: Heartbeat, class: heartbeat}
                - {service: raft.Replication, method: Append*, class: replication}
                - {service: raft.*, class: bulk}
            """).grpc().orElseThrow();

    @ParameterizedTest
    @CsvSource({
        "raft.Replication, Heartbeat,    heartbeat",
        "raft.Replication, Heartbeats,   bulk",
        "raft.Replication, Append,       replication",
        "raft.Replication, AppendMany,   replication",
        "raft.v2.Snapshot, Heartbeat,    bulk",
        "raftlike.Service, Append,       grpc",
    })
    void firstPatternThatMatches_isTheClass(String service, String method, String expected) {
        assertThat(METHODS.trafficClass(service, method).name()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "10.2.0.0/16,   10.2.255.1,  true",
        "10.2.0.0/16,   10.3.0.1,    false",
        "10.2.128.0/17, 10.2.127.1,  false",
        "10.2.128.0/17, 10.2.128.0,  true",
        "10.2.3.4,      10.2.3.4,    true",
        "10.2.3.4,      10.2.3.5,    false",
        "0.0.0.0/0,     192.168.1.1, true",
        "0.0.0.0/0,     2001:db8::1, false",
        "2001:db8::/32, 2001:db8::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "::/0,          2001:db9::1, true",
    })
    void range_containsWhatBeginsWithItsBits(String range, String address, boolean inside) throws UnknownHostException {
        byte[] octets = InetAddress.getByName(address).getAddress();

        assertThat(AddressRange.parse(range).orElseThrow().contains(octets)).isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "10.2.0.0/33", "10.2.0.0/", "10.2.0.0/016", "10.2.0.1/31", "::1/127", "db-2", "10.2.0.0/8/8"
            })
    void noRange_isRefused(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.2.0.0/16", "10.2.3.4", "0.0.0.0/0", "2001:db8:0:0:0:0:0:0/32", "0:0:0:0:0:0:0:1"})
    void range_isWrittenAsItIsRead(String text) {
        assertThat(AddressRange.parse(text).orElseThrow()).hasToString(text);
    }

    @Test
    void classesOfMethods_areKnownToTheConfiguration() {
        Config config =
                Fixtures.parse(Fixtures.SMALLEST + "grpc: {methods: [{service: raft.Replication, class: votes}]}");

        assertThat(config.trafficClasses()).contains(new TrafficClass("votes"));
    }
}
