package io.narrows.lab.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.github.luben.zstd.Zstd;
import io.narrows.config.TrafficClass;
import io.narrows.lab.trace.TraceException;
import io.narrows.lab.trace.TraceRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingFileTest {
    private static final Recording RECORDING = new Recording(
            "etcd",
            List.of(
                    new RecordedConnection(
                            TrafficClass.REPLICATION,
                            List.of(record(1, "ask"), record(5, "")),
                            List.of(record(3, "x"))),
                    new RecordedConnection(TrafficClass.HEARTBEAT, List.of(), List.of(record(2, "beat")))));

    @Test
    void read_returnsWhatWasWritten() throws Exception {
        Recording read = RecordingFile.read("etcd", new ByteArrayInputStream(packed()));

        assertThat(read).isEqualTo(RECORDING);
    }

    @Test
    void read_cutFile_isRefused() throws Exception {
        byte[] packed = packed();

        assertThatIOException()
                .isThrownBy(() ->
                        RecordingFile.read("etcd", new ByteArrayInputStream(Arrays.copyOf(packed, packed.length - 5))));
    }

    @Test
    void read_cutContent_namesTheConnection() {
        byte[] packed = Zstd.compress(new byte[] {9, 'h', 'e', 'a', 'r'});

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> RecordingFile.read("etcd", new ByteArrayInputStream(packed)))
                .withMessage("etcd: byte 0: no complete connection");
    }

    private static byte[] packed() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        RecordingFile.write(RECORDING, packed);
        return packed.toByteArray();
    }

    static TraceRecord record(long nanos, String text) {
        return new TraceRecord(nanos, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
