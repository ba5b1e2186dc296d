package io.narrows.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.estimate.pcap.CaptureException;
import io.narrows.estimate.tcp.AssemblyLimits;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.terminal.process.Signals;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class CaptureFilesTest {
    private final CapturedStreams streams = new CapturedStreams(
            (connection, nanos) -> {
                throw new AssertionError(connection);
            },
            AssemblyLimits.DEFAULT);

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void signalAfterStandardInput_hasTheHandlerBefore(String signal) throws Exception {
        AtomicInteger signals = new AtomicInteger();
        Runnable restore = Signals.handleForATime(signal, signals::incrementAndGet);
        try {
            assertThatThrownBy(() -> files(new byte[0]).read(streams)).isInstanceOf(CaptureException.class);

            new ProcessBuilder(
                            "kill",
                            "-" + signal,
                            Long.toString(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();

            await().untilAsserted(() -> assertThat(signals).hasValue(1));
        } finally {
            restore.run();
        }
    }

    private static CaptureFiles files(byte[] standardInput) {
        ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(standardInput));
        return new CaptureFiles(
                List.of(CaptureFiles.STANDARD_INPUT), new PrintWriter(new StringWriter()), () -> channel);
    }
}
