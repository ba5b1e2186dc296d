package io.narrows.tests.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemberTlsTest {
    private static final List<String> IDS = List.of("db-1", "db-2");
    private static final String CONFIG = """
            # data: between members
            nodes:
              - {id: db-1, link: a:15000,
                 targets: {names: 127.0.1.1:4369, data: 127.0.1.1:7000}}
              - {id: db-2, link: b:15000,
                 targets: {names: 127.0.1.2:4369, data: 127.0.1.2:7001}}
            capture:
              - {listen: 127.0.1.1:4369, peer: db-1, target: names, class: lookup}
              - {listen: 127.0.1.2:4369, peer: db-2, target: names, class: lookup}
              - {listen: 127.0.1.1:7000, peer: db-1, target: data}
              - {listen: 127.0.1.2:7001, peer: db-2, target: data, class: bulk}
            """;

    @Test
    void withTls_changesTheTargetAndItsCapturesOnly() {
        String begun = "peers: [db-1, db-2], tls: {cert: database.pem, key: database.key, ca: database-ca.pem}}";
        String ended = "tls: {cert: peers.pem, key: peers.key, ca: database-ca.pem}}";

        assertThat(MemberTls.withTls(CONFIG, IDS, List.of("data"))).isEqualTo("""
                        # data: between members
                        nodes:
                          - {id: db-1, link: a:15000,
                             targets: {names: 127.0.1.1:4369, data: {address: 127.0.1.1:7000, %1$s}}
                          - {id: db-2, link: b:15000,
                             targets: {names: 127.0.1.2:4369, data: {address: 127.0.1.2:7001, %1$s}}
                        capture:
                          - {listen: 127.0.1.1:4369, peer: db-1, target: names, class: lookup}
                          - {listen: 127.0.1.2:4369, peer: db-2, target: names, class: lookup}
                          - {listen: 127.0.1.1:7000, peer: db-1, target: data, %2$s
                          - {listen: 127.0.1.2:7001, peer: db-2, target: data, class: bulk, %2$s
                        """.formatted(begun, ended));
    }

    @Test
    void withTls_refusesATargetThatIsNotThere() {
        assertThatThrownBy(() -> MemberTls.withTls(CONFIG, IDS, List.of("routes")))
                .hasMessageContaining("found 0 times (expected: 2)")
                .hasMessageContaining("routes");
    }
}
