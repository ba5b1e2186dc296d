package io.narrows.cli.sst;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;

class LongOutputTest {
    private final StringWriter err = new StringWriter();

    @Test
    void isOpen_readerThere_staysTrueAndAllArrives() {
        StringWriter target = new StringWriter();
        LongOutput out = new LongOutput(new PrintWriter(target));

        for (int line = 0; line < 1_000; line++) {
            assertThat(out.isOpen()).isTrue();
            out.writer().append("line\n");
        }

        assertThat(out.exitCode(0, new PrintWriter(err))).isZero();
        assertThat(target.toString().lines()).hasSize(1_000);
    }

    @Test
    void isOpen_targetTakesNoMore_turnsFalseSoon() {
        LongOutput out = new LongOutput(new PrintWriter(new Full()));

        int lines = 0;
        while (out.isOpen()) {
            out.writer().append("line\n");
            lines++;
        }

        assertThat(lines).isLessThan(1_000);
    }

    private static final class Full extends Writer {
        @Override
        public void write(char[] chars, int from, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
