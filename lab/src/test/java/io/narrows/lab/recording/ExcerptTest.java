package io.narrows.lab.recording;

import static io.narrows.lab.recording.RecordingFileTest.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.lab.trace.TraceConnection;
import io.narrows.lab.trace.TraceRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExcerptTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void of_connection_hasItsBeginningAndTheWindow() {
        List<TraceRecord> all = List.of(
                record(2 * SECOND, "hello"),
                record(3 * SECOND, "before"),
                record(10 * SECOND, "first"),
                record(11 * SECOND, "last"),
                record(12 * SECOND, "after"));
        TraceConnection connection = new TraceConnection(1, "n1", 2 * SECOND, all, List.of());

        List<TraceRecord> taken = new Excerpt(10 * SECOND, 12 * SECOND).of(connection, all);

        assertThat(taken).containsExactly(all.get(0), all.get(2), all.get(3));
    }
}
