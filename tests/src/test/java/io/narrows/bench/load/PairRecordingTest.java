package io.narrows.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PairRecordingTest {
    @TempDir
    private Path folder;

    @Test
    void dialledNode_identifiesTheDialler() throws IOException {
        PairRecording recording = PairRecording.read(recorded("a", "b", "b"));

        assertThat(recording.dialledByNear()).containsExactly(false, true, true);
        assertThat(recording.score().cues()).hasSize(6);
    }

    @Test
    void oneNodeAlone_isNotAPair() throws IOException {
        Path alone = recorded("a", "a");

        assertThatThrownBy(() -> PairRecording.read(alone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(alone + ": nodes [a] (expected: connections of two nodes, each dialing some)");
    }

    /** Records connections to nodes, with a byte each way. */
    private Path recorded(String... dialled) throws IOException {
        Files.write(
                folder.resolve("byte.trace"),
                ByteBuffer.allocate(13)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(5)
                        .putInt(1)
                        .put((byte) 'x')
                        .array());
        String direction = "{\"file\": \"byte.trace\", \"records\": 1, \"bytes\": 1}";
        String connections = IntStream.range(0, dialled.length)
                .mapToObj(i -> "{\"id\": %d, \"label\": \"%s\", \"start_ns\": 0, \"c2s\": %s, \"s2c\": %s}"
                        .formatted(i, dialled[i], direction, direction))
                .collect(Collectors.joining(", "));
        Files.writeString(folder.resolve("index.json"), "{\"conns\": [" + connections + "]}");
        return folder;
    }
}
