package io.narrows.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CapturedConnectionsTest {
    @Test
    void portsAndListeners_areReadAsNftListsThem() {
        CapturedConnections captured = CapturedConnections.of("""
                table inet narrows {
                \tchain redirected {
                \t\ttype nat hook output priority -100; policy accept;
                \t\tmeta mark 0x00003061 accept
                \t\tip daddr @peers4 tcp dport { 2379, 2380 } tcp flags & (0x1 | 0x2) == 0x2 redirect to :15001
                \t\tip6 daddr @peers6 tcp dport 5432 tcp flags & (0x1 | 0x2) == 0x2 redirect to :15002
                \t}
                \tchain routed {
                \t\tip daddr @peers4 tcp dport 6379 tproxy ip to 10.0.0.1:15003 meta mark set 0x00003062 accept
                \t}
                }
                """);

        assertThat(captured.ports()).containsExactly("2379", "2380", "5432");
        assertThat(captured.listeners()).containsExactly("15001", "15002");
    }

    @Test
    void tableThatRedirectsNothing_hasNone() {
        assertThat(CapturedConnections.of("").listeners()).isEmpty();
    }
}
