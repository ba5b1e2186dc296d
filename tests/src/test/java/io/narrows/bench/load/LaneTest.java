package io.narrows.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneTest {
    private SocketPair sockets;

    @BeforeEach
    void connect() throws IOException {
        sockets = SocketPair.open();
    }

    @AfterEach
    void disconnect() throws IOException {
        sockets.close();
    }

    @Test
    void writtenRecords_areReadAndTimed() throws IOException {
        Lane lane = lane("heartbeat");

        lane.write(sockets.client(), System.nanoTime(), true);
        lane.read(sockets.server());

        assertThat(lane.mismatches()).isZero();
        assertThat(lane.delays().getTotalCount()).isEqualTo(3);
    }

    @Test
    void somethingElse_isAMismatch() throws IOException {
        lane("heartbeat").write(sockets.client(), 0, false);
        Lane other = lane("heartbeaT");

        other.read(sockets.server());

        assertThat(other.mismatches()).isPositive();
    }

    @Test
    void more_isAMismatch() throws IOException {
        lane("heartbeat, and more").write(sockets.client(), 0, false);
        Lane shorter = lane("heartbeat");

        shorter.read(sockets.server());

        assertThat(shorter.mismatches()).isPositive();
    }

    @Test
    void less_isTheEnd() throws IOException {
        lane("heart").write(sockets.client(), 0, false);
        sockets.client().close();

        assertThatThrownBy(() -> lane("heartbeat").read(sockets.server()))
                .isInstanceOf(EOFException.class)
                .hasMessage("after 5 of 9 bytes");
    }

    @Test
    void answers_areNotWrittenBeforeWhatTheyAnswerIsRead() throws Exception {
        Lane question = lane("question");
        Lane answer = lane("answer");
        CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> {
            try {
                answer.write(sockets.server(), System.nanoTime(), true, List.of(question));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        ByteBuffer heard = ByteBuffer.allocate(10);
        sockets.client().read(heard);
        assertThat(heard.position()).isEqualTo(1);

        assertThat(answered).isNotDone();
        question.write(sockets.client(), System.nanoTime(), false);
        question.read(sockets.server());
        answered.get(20, TimeUnit.SECONDS);
    }

    /** Returns a lane of three records: the first byte, the second, the rest. */
    private static Lane lane(String text) {
        byte[] content = text.getBytes(StandardCharsets.US_ASCII);
        return new Lane(content, new long[] {0, 1_000, 2_000}, new int[] {1, 2, content.length});
    }
}
