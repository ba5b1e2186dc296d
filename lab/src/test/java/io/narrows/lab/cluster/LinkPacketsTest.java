package io.narrows.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinkPacketsTest {
    private static final int LINK = 15001;
    private static final long A = 11;
    private static final long B = 12;
    private static final long STORE = 99;
    private static final ZonePair A_TO_B = new ZonePair("a", "b");
    private static final ZonePair B_TO_A = new ZonePair("b", "a");

    private final LinkPackets packets = new LinkPackets(Map.of(A, "a", B, "b"));

    @Test
    void add_oneConnectionAgain_addsWhatIsNew() {
        packets.add(connection(40001, 100, 60));
        packets.add(connection(40001, 130, 65));

        assertThat(packets.sent()).containsOnly(Map.entry(A_TO_B, 130L), Map.entry(B_TO_A, 65L));
    }

    @Test
    void add_connectionThatHasGone_staysInTheSum() {
        packets.add(connection(40001, 100, 60));
        packets.add(connection(40002, 7, 5));

        assertThat(packets.sent()).containsOnly(Map.entry(A_TO_B, 107L), Map.entry(B_TO_A, 65L));
    }

    @Test
    void add_anotherConnectionWithTheSamePorts_countsAll() {
        packets.add(connection(40001, 100, 60));
        packets.add(connection(40001, 9, 8));

        assertThat(packets.sent()).containsOnly(Map.entry(A_TO_B, 109L), Map.entry(B_TO_A, 68L));
    }

    @Test
    void add_connectionNotBetweenSidecars_isNotALink() {
        packets.add(List.of(
                new TcpSocket(40001, LINK, STORE, 5),
                new TcpSocket(LINK, 40001, B, 5),
                new TcpSocket(40002, LINK, A, 5),
                new TcpSocket(40003, LINK, A, 5),
                new TcpSocket(LINK, 40003, A, 5)));

        assertThat(packets.sent()).isEmpty();
    }

    /** Returns both ends of a connection that node a opened. */
    private static List<TcpSocket> connection(int port, long ofA, long ofB) {
        return List.of(new TcpSocket(port, LINK, A, ofA), new TcpSocket(LINK, port, B, ofB));
    }
}
