package io.narrows.estimate.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One direction of a connection, in order and otherwise. The handshake is at 1, 2 and 3 ms. */
class FlowTest {
    private static final String OPENED = "1 SYN 10.0.0.1:40000 to 10.0.0.2:5432";

    @Test
    void segmentsInOrder_arePassedOnWithTheirTimes() throws IOException {
        Script script = new Script()
                .handshake()
                .client(0, 0, "ab")
                .server(0, 2, "xy")
                .client(2, 2, "cd")
                .clientFin(4, 2)
                .serverFin(2, 5);

        assertThat(script.run().lines).containsExactly(OPENED, "1 4 > ab", "1 5 < xy", "1 6 > cd", "1 8 FINISHED");
        assertThat(script.counts()).isEqualTo(new StreamCounts(1, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void allOrdersOfFiveSegments_giveTheSameStream() throws IOException {
        String text = "abbcccddddeeeee";
        int[] starts = {0, 1, 3, 6, 10, 15};
        List<List<Integer>> orders = permutations(5);
        for (List<Integer> order : orders) {
            Script script = new Script().handshake();
            for (int segment : order) {
                script.client(starts[segment], 0, text.substring(starts[segment], starts[segment + 1]));
            }

            Recording recording = script.run();

            assertThat(recording.streams.get(0).bytes(Direction.FROM_CLIENT))
                    .as(order.toString())
                    .asString()
                    .isEqualTo(text);
            assertThat(recording.streams.get(0).lost).containsOnly(0);
        }
        assertThat(orders).hasSize(120);
    }

    private static List<List<Integer>> permutations(int count) {
        List<List<Integer>> shorter = count == 0 ? List.of() : permutations(count - 1);
        if (count == 0) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (List<Integer> order : shorter) {
            for (int at = 0; at <= order.size(); at++) {
                List<Integer> longer = new ArrayList<>(order);
                longer.add(at, count - 1);
                all.add(longer);
            }
        }
        return all;
    }

    @Test
    void bytesBehindAGap_comeWhenItIsClosed() throws IOException {
        Script script =
                new Script().handshake().client(2, 0, "cd").client(4, 0, "ef").client(0, 0, "ab");

        assertThat(script.run().lines).containsExactly(OPENED, "1 6 > ab", "1 6 > cd", "1 6 > ef", "1 6 CAPTURE_ENDED");
        assertThat(script.counts().outOfOrderSegments()).isEqualTo(2);
    }

    @Test
    void retransmissions_areCountedAndIgnored() throws IOException {
        Script script = new Script()
                .handshake()
                .client(0, 0, "abcd")
                .client(0, 0, "abcd") // all of it
                .client(2, 0, "cdef") // its second half is new
                .client(8, 0, "ij")
                .client(8, 0, "ij") // waits already
                .client(7, 0, "hijk"); // around one that waits

        assertThat(script.client(6, 0, "gh").run().lines)
                .containsExactly(
                        OPENED, "1 4 > abcd", "1 6 > ef", "1 10 > gh", "1 10 > ij", "1 10 > k", "1 10 CAPTURE_ENDED");
        assertThat(script.counts().duplicateSegments()).isEqualTo(2);
        assertThat(script.counts().duplicateBytes()).isEqualTo(4 + 2 + 2 + 2 + 1);
    }

    @Test
    void longSegment_replacesThoseThatWait() throws IOException {
        Script script =
                new Script().handshake().client(2, 0, "c").client(4, 0, "ef").client(0, 0, "abcde");

        assertThat(script.run().lines).containsExactly(OPENED, "1 6 > abcde", "1 6 > f", "1 6 CAPTURE_ENDED");
    }

    @Test
    void keepAlives_areNoData() throws IOException {
        Script script = new Script()
                .handshake()
                .client(0, 0, "abc")
                .client(2, 0, "") // as Linux sends it
                .server(0, 3, "")
                .client(2, 0, "?") // one old byte
                .client(3, 0, "d");

        assertThat(script.run().lines).containsExactly(OPENED, "1 4 > abc", "1 8 > d", "1 8 CAPTURE_ENDED");
        assertThat(script.counts().keepAlives()).isEqualTo(2);
        assertThat(script.counts().duplicateBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFF_FFFE, -2, -1, 0})
    void sequenceNumbers_wrapAround(int base) throws IOException {
        Script script = new Script()
                .bases(base, base)
                .handshake()
                .client(0, 0, "a")
                .client(3, 0, "de")
                .client(1, 0, "bc")
                .server(0, 5, "x")
                .client(5, 1, "f");

        assertThat(script.run().streams.get(0).bytes(Direction.FROM_CLIENT))
                .asString()
                .isEqualTo("abcdef");
        assertThat(script.counts().holes()).isZero();
    }

    @Test
    void gapThatTheOtherSideAcknowledges_isGivenUp() throws IOException {
        Script script = new Script()
                .handshake()
                .client(0, 0, "ab")
                .client(5, 0, "fg") // 3 bytes are missing
                .everyMicros(400)
                .server(0, 7, "")
                .client(7, 0, "h") // 0.4 ms later
                .everyMicros(600)
                .client(8, 0, "i"); // 1 ms later

        assertThat(script.run().lines)
                .containsExactly(
                        OPENED, "1 4 > ab", "1 5 > lost 3", "1 5 > fg", "1 5 > h", "1 6 > i", "1 6 CAPTURE_ENDED");
        assertThat(script.counts().holes()).isEqualTo(1);
        assertThat(script.counts().lostBytes()).isEqualTo(3);
    }

    @Test
    void segmentThatComesJustAfterItsAcknowledgment_isUsed() throws IOException {
        Script script = new Script()
                .handshake()
                .client(0, 0, "ab")
                .everyMicros(500)
                .server(0, 4, "x")
                .client(2, 0, "cd")
                .pauseMillis(5)
                .client(4, 1, "e");

        assertThat(script.run().streams.get(0).bytes(Direction.FROM_CLIENT))
                .asString()
                .isEqualTo("abcde");
        assertThat(script.counts().holes()).isZero();
    }

    @Test
    void gapThatOnlyItsOwnSideHasPassed_isNotGivenUpBeforeTheEnd() throws IOException {
        Script script = new Script()
                .handshake()
                .client(2, 0, "c")
                .pauseMillis(5000)
                .server(0, 0, "x")
                .server(1, 0, "y");

        assertThat(script.run().lines)
                .containsExactly(
                        OPENED, "1 5005 < x", "1 5006 < y", "1 5006 > lost 2", "1 5006 > c", "1 5006 CAPTURE_ENDED");
    }

    @Test
    void acknowledgmentsOfADirectionThatIsNotCaptured_areLostBytes() throws IOException {
        Script script = new Script().syn().client(0, 0, "a").client(1, 100, "b").client(2, 300, "c");

        assertThat(script.run().streams.get(0).lost).containsExactly(0, 300);
    }

    @Test
    void boundOfADirection_givesUpItsFirstGap() throws IOException {
        Script script = new Script()
                .handshake()
                .client(1, 0, "b")
                .client(3, 0, "d")
                .client(5, 0, "f")
                .client(2, 0, "c");
        AssemblyLimits two = new AssemblyLimits(10, 2 * (PendingSegments.OVERHEAD + 1), 1 << 20, Duration.ofMinutes(1));

        assertThat(script.run(two).lines)
                .startsWith(OPENED, "1 6 > lost 1", "1 6 > b", "1 7 > c", "1 7 > d", "1 7 > lost 1", "1 7 > f");
    }

    @Test
    void boundOfAll_isNotExceeded() throws IOException {
        Script script = new Script()
                .handshake()
                .client(1, 0, "b")
                .ports(40_001, 5432)
                .handshake()
                .client(1, 0, "b")
                .client(3, 0, "d");
        AssemblyLimits two = new AssemblyLimits(10, 1 << 20, 2 * (PendingSegments.OVERHEAD + 1), Duration.ofMinutes(1));

        assertThat(script.run(two).lines)
                .containsExactly(
                        OPENED,
                        "2 SYN 10.0.0.1:40001 to 10.0.0.2:5432",
                        "2 9 > lost 1",
                        "2 9 > b",
                        "1 9 > lost 1",
                        "1 9 > b",
                        "1 9 CAPTURE_ENDED",
                        "2 9 > lost 1",
                        "2 9 > d",
                        "2 9 CAPTURE_ENDED");
    }

    @Test
    void payloadThatTheSnapLengthCut_isLost() throws IOException {
        Script script = new Script(42)
                .handshake()
                .client(0, 0, "abcdef")
                .client(8, 0, "ijk")
                .client(6, 0, "g")
                .client(4, 0, "efgh");

        assertThat(script.run().lines)
                .containsExactly(
                        OPENED,
                        "1 4 > ab",
                        "1 4 > lost 4",
                        "1 6 > g",
                        "1 7 > lost 1",
                        "1 7 > ij",
                        "1 7 > lost 1",
                        "1 7 CAPTURE_ENDED");
        CapturedStreams streams = script.read(new CapturedStreams(new Recording(), AssemblyLimits.DEFAULT));
        assertThat(streams.packets().payloadCut()).isEqualTo(3);
        assertThat(streams.packets().longestSnapLength()).isEqualTo(42);
        assertThat(streams.streams().cutBytes()).isEqualTo(6);
        assertThat(streams.streams().holes()).isZero();
    }

    @Test
    void strayNumbers_areIgnored_untilTheStreamGoesOnThere() throws IOException {
        Script script = new Script()
                .handshake()
                .client(0, 0, "a")
                .client(0x5000_0000, 0, "?")
                .client(1, 0, "b");
        int far = 0x6000_0000;
        for (int i = 0; i < Flow.STRAYS_TO_FOLLOW; i++) {
            script.client(far + i, 0, "z");
        }

        int last = far + Flow.STRAYS_TO_FOLLOW - 1;
        assertThat(script.client(last + 1, 0, "!").run().lines)
                .containsExactly(
                        OPENED,
                        "1 4 > a",
                        "1 6 > b",
                        "1 14 > lost " + (last - 2),
                        "1 14 > z",
                        "1 15 > !",
                        "1 15 CAPTURE_ENDED");
        assertThat(script.counts().strays()).isEqualTo(1 + Flow.STRAYS_TO_FOLLOW);
    }
}
