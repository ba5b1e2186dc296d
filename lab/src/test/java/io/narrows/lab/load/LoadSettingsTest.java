package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.HostPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadSettingsTest {
    private static final HostPort ENDPOINT = new HostPort("127.0.0.1", 2379);

    @Test
    void shares_ofAllClients_areTheWhole() {
        LoadSettings settings = settings(100, 7);

        assertThat(IntStream.range(0, 7).mapToObj(settings::writesOf))
                .containsExactly(15L, 15L, 14L, 14L, 14L, 14L, 14L);
        assertThat(IntStream.range(0, 7).map(settings::podsOf).sum()).isEqualTo(Population.DEFAULT.pods());
    }

    @Test
    void writesOf_noBound_hasNone() {
        assertThat(settings(0, 7).writesOf(3)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void tls_halfACertificate_isRefused() {
        assertThatThrownBy(() -> new Tls(Path.of("ca.pem"), Path.of("cert.pem"), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: both or neither");
        assertThatThrownBy(() -> new Tls(null, Path.of("cert.pem"), Path.of("key.pem")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the CA of the servers' certificates");
    }

    private static LoadSettings settings(long writes, int clients) {
        Demand demand = new Demand(clients, 0, Mix.DEFAULT, 20, 3);
        return new LoadSettings(List.of(ENDPOINT), Tls.NONE, Duration.ofSeconds(1), writes, Population.DEFAULT, demand);
    }
}
