package io.narrows.cli.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.IpAddress;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpTableTest {
    private final TcpTable table = new TcpTable(ByteOrder.LITTLE_ENDIAN);

    @Test
    void ipv4_hasItsEnds_stateAndInode() throws IOException {
        List<TcpSocket> sockets =
                table.parse(RecordedProc.recorded("tcp").lines().toList());

        assertThat(sockets)
                .contains(
                        new TcpSocket(end("10.77.0.1", 2380), end("0.0.0.0", 0), TcpSocket.State.LISTEN, 102),
                        new TcpSocket(
                                end("10.77.0.1", 40001), end("10.77.0.2", 2380), TcpSocket.State.ESTABLISHED, 110));
    }

    @Test
    void otherStates_areLeftOut() throws IOException {
        assertThat(table.parse(RecordedProc.recorded("tcp").lines().toList()))
                .extracting(socket -> socket.remote().ip().toString())
                .doesNotContain("10.77.0.8", "10.77.0.7");
    }

    @Test
    void ipv6_isReadWordByWord_andMappedAddressesAreIpv4() throws IOException {
        List<TcpSocket> sockets =
                table.parse(RecordedProc.recorded("tcp6").lines().toList());

        assertThat(sockets)
                .contains(
                        new TcpSocket(
                                end("10.77.0.1", 2380), end("10.77.0.4", 50005), TcpSocket.State.ESTABLISHED, 131),
                        new TcpSocket(
                                end("fd00:77::1", 40008), end("fd00:77::2", 2380), TcpSocket.State.ESTABLISHED, 132));
    }

    @Test
    void bigEndianHost_writesAddressesInItsOrder() {
        List<TcpSocket> sockets = new TcpTable(ByteOrder.BIG_ENDIAN)
                .parse(List.of(
                        "heading",
                        "0: 0A4D0001:094C 0A4D0002:C350 01 0:0 00:00000000 00000000 0 0 7 1 0 100 0 0 10 0"));

        assertThat(sockets)
                .containsExactly(
                        new TcpSocket(end("10.77.0.1", 2380), end("10.77.0.2", 50000), TcpSocket.State.ESTABLISHED, 7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0: 0100007F:1F90",
                "0: 0100007F:1F90 0000:0000 01 0:0 00:0 0 0 0 7",
                "0: 0100007F:1F90 0200007F:00XX 01 0:0 00:0 0 0 0 7",
                "0: 0100007F:1F90 0200007F:0001 01 0:0 00:0 0 0 0 x"
            })
    void otherFormats_areRefusedWithTheLine(String line) {
        assertThatThrownBy(() -> table.parse(List.of("heading", line)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + line + "\" is not a socket");
    }

    private static Endpoint end(String ip, int port) {
        return new Endpoint(IpAddress.parse(ip).orElseThrow(), port);
    }
}
