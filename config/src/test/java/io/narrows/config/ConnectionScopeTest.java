package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionScopeTest {
    @ParameterizedTest
    @CsvSource({
        "NONE, bulk, false, false",
        "PLAIN, bulk, false, true",
        "PLAIN, bulk, true, false",
        "PLAIN, encrypted, false, false",
        "ALL, bulk, true, true",
        "ALL, encrypted, false, true"
    })
    void includes_connectionsWithTls_onlyIfTheRuleNamesAll(
            ConnectionScope scope, String trafficClass, boolean tls, boolean allowed) {
        assertThat(scope.includes(new TrafficClass(trafficClass), tls)).isEqualTo(allowed);
    }
}
