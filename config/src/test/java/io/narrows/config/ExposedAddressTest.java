package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExposedAddressTest {
    @Test
    void adminEndpointThatOthersReach_isNamed() {
        assertThat(ExposedAddress.of(Fixtures.parse(Fixtures.SMALLEST + "admin: {listen: 0.0.0.0:9901}")))
                .hasToString(
                        "[admin.listen 0.0.0.0:9901 is not on loopback, so other machines can read the configuration and"
                                + " metrics; set exposed: true or use a loopback address, or the next release will reject it]");
    }

    @Test
    void eachCaptureThatOthersReach_isNamed() {
        String captures = "capture: [{listen: 10.0.0.1:2381, peer: db-2, target: raft}, {connect: \"[::]:2400\"},"
                + " {connect: 127.0.0.2:2401}]";

        assertThat(ExposedAddress.of(Fixtures.parse(Fixtures.SMALLEST + captures)))
                .extracting(found -> found.setting() + " " + found.listen() + ": " + found.reach())
                .containsExactly(
                        "capture.listen 10.0.0.1:2381: connect to a database of db-2",
                        "capture.connect [::]:2400: connect to databases of all peers");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "admin: {listen: localhost:9901}",
                "admin: {listen: 0.0.0.0:9901, exposed: true}",
                "capture: [{listen: 10.0.0.1:2381, peer: db-2, target: raft, exposed: true}]",
                "capture: [{connect: 10.0.0.1:2381, exposed: true}]",
            })
    void loopbackAndWhatTheFilePermits_areNot(String more) {
        assertThat(ExposedAddress.of(Fixtures.parse(Fixtures.SMALLEST + more))).isEmpty();
    }
}
