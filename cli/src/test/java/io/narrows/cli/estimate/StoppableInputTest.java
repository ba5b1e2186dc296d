package io.narrows.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StoppableInputTest {
    private Pipe pipe;
    private StoppableInput input;

    @BeforeEach
    void open() throws IOException {
        pipe = Pipe.open();
        input = new StoppableInput(pipe.source());
    }

    @AfterEach
    void close() throws IOException {
        pipe.sink().close();
        pipe.source().close();
    }

    @Test
    void stop_whileAReadWaits_isTheEnd() throws Exception {
        FutureTask<Integer> read = new FutureTask<>(() -> input.read(ByteBuffer.allocate(10)));
        Thread reader = new Thread(read);
        reader.start();
        await().until(() -> inRead(reader));

        input.stop();

        assertThat(read.get()).isEqualTo(-1);
        assertThat(input.isStopped()).isTrue();
    }

    private static boolean inRead(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && stack[0].isNativeMethod();
    }

    @Test
    void stop_beforeARead_isTheEnd_alsoIfBytesAreThere() throws IOException {
        pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));

        input.stop();

        assertThat(input.read(ByteBuffer.allocate(10))).isEqualTo(-1);
    }

    @Test
    void close_isNoEnd() throws IOException {
        input.close();

        assertThatThrownBy(() -> input.read(ByteBuffer.allocate(10))).isInstanceOf(ClosedChannelException.class);
    }
}
