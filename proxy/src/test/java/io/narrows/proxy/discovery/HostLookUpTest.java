package io.narrows.proxy.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.TransportKind;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HostLookUpTest {
    private final Transport transport = new Transport(TransportKind.AUTO, 1);
    private final HostLookUp lookUp =
            HostLookUp.of(new Sockets(transport), transport.loops().get(0));

    @AfterEach
    void stop() {
        transport.close();
    }

    @Test
    void nameOfThisHost_isItsLoopbackAddresses() throws Exception {
        assertThat(lookUp.addresses("localhost").get(10, TimeUnit.SECONDS))
                .isNotEmpty()
                .allMatch(InetAddress::isLoopbackAddress);
    }

    @Test
    void unknownName_fails() {
        assertThatThrownBy(() -> lookUp.addresses("unknown.invalid").get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(UnknownHostException.class);
    }
}
