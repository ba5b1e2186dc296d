package io.narrows.terminal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RawOutputTest {
    private final StringWriter err = new StringWriter();

    @Test
    void write_bytesOfAnyKind_arriveAsTheyAre() {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        RawOutput out = new RawOutput(target);

        out.write(new byte[] {0, -1, 10, (byte) 0xc3, 7}, 1, 3);

        assertThat(out.exitCode(0, new PrintWriter(err))).isZero();
        assertThat(target.toByteArray()).containsExactly(-1, 10, (byte) 0xc3);
    }

    @Test
    void exitCode_isThatOfTheWorkWhenAllArrived() {
        assertThat(new RawOutput(new ByteArrayOutputStream()).exitCode(1, new PrintWriter(err)))
                .isEqualTo(1);
    }

    @Test
    void isOpen_targetTakesNoMore_turnsFalseSoon() {
        RawOutput out = new RawOutput(new Full());

        int writes = 0;
        while (out.isOpen()) {
            out.write(new byte[1_000]);
            writes++;
        }

        assertThat(writes).isLessThan(100);
    }

    private static final class Full extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    }
}
