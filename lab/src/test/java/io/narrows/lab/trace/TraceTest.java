package io.narrows.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.testkit.TraceWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
    @TempDir
    Path folder;

    @BeforeEach
    void oneConnection() throws Exception {
        TraceWriter.write(folder.resolve("c2s.trace"), "ping", "ping");
        TraceWriter.write(folder.resolve("s2c.trace"), "pong");
        TraceWriter.index(folder, 2, 1);
    }

    @Test
    void open_connection_hasBothDirections() throws Exception {
        List<TraceConnection> connections = Trace.open(folder);

        assertThat(connections).hasSize(1);
        assertThat(connections.get(0).id()).isEqualTo(7);
        assertThat(connections.get(0).label()).isEqualTo("n1");
        assertThat(connections.get(0).startNanos()).isEqualTo(42);
        assertThat(connections.get(0).clientToServer()).hasSize(2);
        assertThat(connections.get(0).serverToClient()).hasSize(1);
    }

    @Test
    void open_otherCountThanTheIndexSays_namesThePlace() throws Exception {
        Path index = TraceWriter.index(folder, 3, 1);

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.open(folder))
                .withMessage(index + ": byte " + (Files.readString(index).indexOf("\"records\": 3") + 11)
                        + ": records 3, but c2s.trace has 2");
    }

    @Test
    void open_missingKey_namesItAndItsObject() throws Exception {
        Path index = folder.resolve("index.json");
        String content = Files.readString(index).replace("\"label\"", "\"lable\"");
        Files.writeString(index, content);

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.open(folder))
                .withMessage(index + ": byte " + content.indexOf("{\n   \"id\"") + ": no \"label\"");
    }

    @Test
    void open_notANumber_isRefused() throws Exception {
        Path index = folder.resolve("index.json");
        Files.writeString(index, Files.readString(index).replace("\"id\": 7", "\"id\": \"seven\""));

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.open(folder))
                .withMessageEndingWith("not a whole number: seven");
    }

    @Test
    void open_brokenJson_namesTheByte() throws Exception {
        Path index = folder.resolve("index.json");
        Files.writeString(index, "{\"conns\": [");

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.open(folder))
                .withMessageStartingWith(index + ": byte 11: ");
    }

    @Test
    void open_fileElsewhere_isRefused() throws Exception {
        Path index = folder.resolve("index.json");
        Files.writeString(index, Files.readString(index).replace("c2s.trace", "../c2s.trace"));

        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.open(folder))
                .withMessageContaining("expected: a file name in the same directory");
    }
}
