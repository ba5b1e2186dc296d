package io.narrows.tests.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Launcher;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends estimates of captures that are still being written to their standard input. */
@Timeout(300)
class EstimateSignalIT {
    private static final int RAW_IP = 101;
    private static final int PACKETS = 2000;
    private static final int PAYLOAD = 1000;
    private static final int HEADERS = 40;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void signal_isTheEndOfTheCapture(String signal) throws Exception {
        Path report = directory.resolve("report");
        Path errors = directory.resolve("errors");
        Process estimate = new ProcessBuilder(
                        Launcher.path().toString(), "estimate", "-", "--topology", "10.0.0.0/8=region/zone")
                .redirectOutput(report.toFile())
                .redirectError(errors.toFile())
                .start();
        try (OutputStream input = estimate.getOutputStream()) {
            write(input); // more than a pipe holds, so the program reads it

            new ProcessBuilder("kill", "-" + signal, Long.toString(estimate.pid()))
                    .start()
                    .waitFor();

            assertThat(estimate.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            estimate.destroyForcibly();
        }
        assertThat(errors).content().doesNotContain("standard input");
        assertThat(estimate.exitValue()).isZero();
        assertThat(Files.readString(report)).contains(" packets in ", "10.0.0.1", "policy:");
    }

    /** Writes packets from 10.0.0.1 to 10.0.0.2. */
    private static void write(OutputStream input) throws IOException {
        byte[] payload =
                "{\"kind\":\"pod\"}".repeat(PAYLOAD).substring(0, PAYLOAD).getBytes(StandardCharsets.US_ASCII);
        input.write(little(24)
                .putInt(0xA1B2C3D4)
                .putInt(0x0004_0002)
                .putLong(0)
                .putInt(262_144)
                .putInt(RAW_IP)
                .array());
        for (int i = 0; i < PACKETS; i++) {
            int length = HEADERS + PAYLOAD;
            input.write(little(16)
                    .putInt(1000 + i / 1000)
                    .putInt(i % 1000 * 1000)
                    .putInt(length)
                    .putInt(length)
                    .array());
            input.write(ByteBuffer.allocate(HEADERS)
                    .putInt(0x4500_0000 | length)
                    .putInt(0)
                    .putInt(64 << 24 | 6 << 16)
                    .putInt(0x0A000001)
                    .putInt(0x0A000002)
                    .putInt(40_000 << 16 | 5432)
                    .putInt(1 + i * PAYLOAD)
                    .putInt(0)
                    .putInt(0x5018_FFFF)
                    .putInt(0)
                    .array());
            input.write(payload);
        }
        input.flush();
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
