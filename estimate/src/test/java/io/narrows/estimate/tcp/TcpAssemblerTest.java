package io.narrows.estimate.tcp;

import static io.narrows.estimate.pcap.PacketBuilder.ACK;
import static io.narrows.estimate.pcap.PacketBuilder.RST;
import static io.narrows.estimate.pcap.PacketBuilder.SYN;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The beginnings and ends of connections. */
class TcpAssemblerTest {
    private static final String OPENED = "1 SYN 10.0.0.1:40000 to 10.0.0.2:5432";

    @Test
    void sideThatSentTheSyn_isTheClient_whateverThePorts() throws IOException {
        Script script = new Script().ports(80, 40_000).handshake().server(0, 0, "hello");

        assertThat(script.run().lines)
                .containsExactly("1 SYN 10.0.0.1:80 to 10.0.0.2:40000", "1 4 < hello", "1 4 CAPTURE_ENDED");
    }

    @Test
    void connectionWithoutItsSyn_beginsWithTheAnswer() throws IOException {
        Script script = new Script().synAck().client(0, 0, "a").server(0, 1, "x");

        assertThat(script.run().lines)
                .containsExactly(
                        "1 SYN_ACK 10.0.0.1:40000 to 10.0.0.2:5432", "1 2 > a", "1 3 < x", "1 3 CAPTURE_ENDED");
        assertThat(script.counts().joined()).isZero();
    }

    @Test
    void synAfterItsAnswer_isTheSameConnection() throws IOException {
        Script script = new Script().synAck().syn().client(0, 0, "a");

        assertThat(script.run().lines).hasSize(3).contains("1 3 > a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionJoinedInTheMiddle_hasTheLowerPortAsServer(boolean clientFirst) throws IOException {
        Script script = new Script();
        if (clientFirst) {
            script.client(10, 50, "a");
        }
        script.server(50, 11, "x").client(11, 51, "b");

        Recording recording = script.run();

        assertThat(recording.streams).singleElement().satisfies(stream -> {
            assertThat(stream.connection.isJoined()).isTrue();
            assertThat(stream.connection.server().port()).isEqualTo(5432);
            assertThat(stream.bytes(Direction.FROM_CLIENT)).asString().isEqualTo(clientFirst ? "ab" : "b");
            assertThat(stream.bytes(Direction.FROM_SERVER)).asString().isEqualTo("x");
            assertThat(stream.lost).containsOnly(0);
        });
        assertThat(script.counts().joined()).isEqualTo(1);
    }

    @Test
    void joinedConnectionOfEqualPorts_hasTheReceiverAsServer() throws IOException {
        assertThat(new Script().ports(7000, 7000).server(0, 0, "x").run().lines)
                .contains("1 JOINED 10.0.0.2:7000 to 10.0.0.1:7000");
    }

    @Test
    void bytesUnderWayWhenTheCaptureBegan_areNotLost() throws IOException {
        Script script = new Script()
                .client(0, 10, "a")
                .server(200, 1, "x")
                .server(201, 1, "y")
                .client(1, 202, "b");

        assertThat(script.run().lines)
                .containsExactly(
                        "1 JOINED 10.0.0.1:40000 to 10.0.0.2:5432",
                        "1 1 > a",
                        "1 2 < x",
                        "1 3 < y",
                        "1 4 > b",
                        "1 4 CAPTURE_ENDED");
    }

    @Test
    void acknowledgmentsOfBytesUnderWayWhenTheCaptureBegan_areNoLoss() throws IOException {
        Script script = new Script()
                .everyMicros(100)
                .client(0, 10, "a")
                .client(1, 110, "b")
                .server(110, 2, "x")
                .pauseMillis(5)
                .client(2, 111, "c")
                .server(111, 3, "y");

        assertThat(script.run().lines)
                .containsExactly(
                        "1 JOINED 10.0.0.1:40000 to 10.0.0.2:5432",
                        "1 0 > a",
                        "1 0 > b",
                        "1 0 < x",
                        "1 5 > c",
                        "1 5 < y",
                        "1 5 CAPTURE_ENDED");
    }

    @Test
    void finOfASideWithoutData_endsAJoinedConnectionWithoutALoss() throws IOException {
        Script script = new Script().client(0, 10, "a").serverFin(200, 1).clientFin(1, 201);

        assertThat(script.run().lines)
                .containsExactly("1 JOINED 10.0.0.1:40000 to 10.0.0.2:5432", "1 1 > a", "1 3 FINISHED");
    }

    @Test
    void packetsWithoutDataOfUnknownConnections_openNone() throws IOException {
        Script script = new Script().client(0, 0, "").serverFin(0, 0).clientReset(0);

        assertThat(script.run().lines).isEmpty();
        assertThat(script.counts().unassigned()).isEqualTo(3);
    }

    @Test
    void dataOnTheSyn_isTheFirst() throws IOException {
        Script script = new Script()
                .packet(true, -1, 0, SYN, "ab")
                .packet(false, -1, 2, SYN | ACK, "")
                .client(2, 0, "c");

        assertThat(script.run().streams.get(0).bytes(Direction.FROM_CLIENT))
                .asString()
                .isEqualTo("abc");
    }

    @Test
    void bothSidesMayDialAtOnce() throws IOException {
        Script script = new Script()
                .syn()
                .packet(false, -1, 0, SYN, "")
                .packet(true, -1, 0, SYN | ACK, "")
                .packet(false, -1, 0, SYN | ACK, "")
                .client(0, 0, "a")
                .server(0, 1, "x");

        assertThat(script.run().lines).containsExactly(OPENED, "1 5 > a", "1 6 < x", "1 6 CAPTURE_ENDED");
    }

    @Test
    void synThatIsRepeated_isTheSameConnection_andAnotherNumberANewOne() throws IOException {
        Script script =
                new Script().syn().syn().synAck().synAck().client(0, 0, "a").syn();
        script.bases(700_000, 800_000).handshake().client(0, 0, "b");

        assertThat(script.run().lines)
                .containsExactly(
                        OPENED,
                        "1 5 > a",
                        "1 7 REPLACED",
                        "2 SYN 10.0.0.1:40000 to 10.0.0.2:5432",
                        "2 10 > b",
                        "2 10 CAPTURE_ENDED");
    }

    @Test
    void synWithinAJoinedConnection_beginsANewOne() throws IOException {
        Script script = new Script().client(500, 0, "a").handshake().client(0, 0, "b");

        assertThat(script.run().lines).contains("1 2 REPLACED", "2 5 > b");
    }

    @Test
    void connectionIsFinished_whenBothSidesAre() throws IOException {
        Script script = new Script()
                .handshake()
                .clientFin(0, 0)
                .server(0, 1, "still")
                .server(5, 1, "sending")
                .serverFin(12, 1)
                .client(1, 13, "");

        assertThat(script.run().lines).containsExactly(OPENED, "1 5 < still", "1 6 < sending", "1 7 FINISHED");
        assertThat(script.counts().unassigned()).isEqualTo(1);
    }

    @Test
    void finBeforeMissingBytes_waitsForThem() throws IOException {
        Script script = new Script().handshake().serverFin(0, 0).clientFin(2, 1).client(0, 1, "ab");

        assertThat(script.run().lines).containsExactly(OPENED, "1 6 > ab", "1 6 FINISHED");
    }

    @Test
    void bytesMissingBeforeAnAcknowledgedFin_areLostAtOnce() throws IOException {
        Script script = new Script()
                .handshake()
                .serverFin(0, 0)
                .clientFin(2, 1)
                .everyMicros(1)
                .server(1, 3, "");

        assertThat(script.run().lines).containsExactly(OPENED, "1 5 > lost 2", "1 5 FINISHED");
    }

    @Test
    void reset_endsTheConnection_withAllThatWaited() throws IOException {
        Script script = new Script()
                .handshake()
                .client(1, 0, "b")
                .packet(false, 0, 0, RST | ACK, "")
                .client(2, 0, "late");

        assertThat(script.run().lines).containsExactly(OPENED, "1 5 > lost 1", "1 5 > b", "1 5 RESET");
        assertThat(script.counts().unassigned()).isEqualTo(1);
        assertThat(script.counts().unassignedBytes()).isEqualTo("late".length());
    }

    @Test
    void refusedConnection_isReset() throws IOException {
        assertThat(new Script().syn().packet(false, 0, 0, RST | ACK, "").run().lines)
                .containsExactly(OPENED, "1 2 RESET");
    }

    @Test
    void samePortsAfterTheEnd_areANewConnection() throws IOException {
        Script script = new Script().handshake().clientReset(0);
        script.bases(9000, 9000).handshake().client(0, 0, "a");

        assertThat(script.run().lines).containsSubsequence("1 4 RESET", "2 8 > a", "2 8 CAPTURE_ENDED");
        assertThat(script.counts().connections()).isEqualTo(2);
    }

    @Test
    void halfClosedConnection_isForgottenWhenIdle_butAnOpenOneIsNot() throws IOException {
        AssemblyLimits limits = new AssemblyLimits(10, 1 << 20, 1 << 20, Duration.ofSeconds(60));
        Script script = new Script()
                .handshake()
                .clientFin(0, 0)
                .ports(40_001, 5432)
                .handshake()
                .pauseMillis(59_000)
                .client(0, 0, "a")
                .pauseMillis(59_000)
                .client(1, 0, "b");

        assertThat(script.run(limits).lines)
                .containsSubsequence("2 59008 > a", "1 118009 IDLE", "2 118009 > b", "2 118009 CAPTURE_ENDED");
    }

    @Test
    void tooManyConnections_forgetTheOldest_endedOnesFirst() throws IOException {
        AssemblyLimits limits = new AssemblyLimits(3, 1 << 20, 1 << 20, Duration.ofMinutes(10));
        Script script = new Script();
        script.ports(40_001, 5432).handshake();
        script.ports(40_002, 5432).handshake();
        script.ports(40_003, 5432).handshake().clientReset(0);
        script.ports(40_001, 5432).client(0, 0, "a");
        script.ports(40_004, 5432).handshake();
        script.ports(40_005, 5432).handshake();
        CapturedStreams streams = new CapturedStreams(new Recording(), limits);

        assertThat(script.run(limits).lines)
                .containsSubsequence(
                        "3 10 RESET",
                        "1 11 > a",
                        "4 SYN 10.0.0.1:40004 to 10.0.0.2:5432",
                        "2 15 EVICTED",
                        "5 SYN 10.0.0.1:40005 to 10.0.0.2:5432");
        assertThat(script.read(streams).streams().evicted()).isEqualTo(1);
    }

    @Test
    void thousandsOfConnections_areFoundInTheTable() throws IOException {
        int count = 5_000;
        Script script = new Script();
        for (int i = 0; i < count; i++) {
            script.ports(10_000 + i, 5432).syn();
        }
        for (int i = 0; i < count; i += 2) {
            script.ports(10_000 + i, 5432).clientReset(0);
        }
        for (int i = 1; i < count; i += 2) {
            script.ports(10_000 + i, 5432).client(0, 0, "x");
        }
        AssemblyLimits half = new AssemblyLimits(count / 2 + 1, 1 << 20, 1 << 20, Duration.ofMillis(100));

        assertThat(script.run().streams)
                .hasSize(count)
                .allMatch(stream -> stream.ending
                        == (stream.connection.client().port() % 2 == 0 ? Ending.RESET : Ending.CAPTURE_ENDED))
                .allMatch(stream -> stream.bytes(Direction.FROM_CLIENT).length
                        == stream.connection.client().port() % 2);
        assertThat(script.run(half).streams).allMatch(stream -> stream.ending != null);
    }

    @Test
    void endpoints_areShownAsTheyAreWritten() {
        assertThat(Endpoint.of(0, 0xFFFF_0A00_0001L, 80)).hasToString("10.0.0.1:80");
        assertThat(Endpoint.of(0xFD00L << 48, 1, 80)).hasToString("[fd00:0:0:0:0:0:0:1]:80");
    }
}
