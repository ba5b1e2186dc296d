package io.narrows.tests.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TornLogTest {
    private static final int MAGIC = 0x6e4c6731;
    private static final int RECORD_BYTES = 33 + 100;
    private static final int PREALLOCATED_BYTES = 1_000;

    @TempDir
    Path data;

    @Test
    void noLog_isLeftAlone() throws IOException {
        assertThat(TornLog.tear(data, new SplittableRandom(1))).isFalse();
    }

    @Test
    void recordsOfTheLastFile_stay_andSoDoOlderFiles() throws IOException {
        byte[] records = records();
        for (int seed = 0; seed < 100; seed++) {
            Path old = write("00000000000000000001.log", records);
            Path last = write("00000000000000000009.log", records);

            assertThat(TornLog.tear(data, new SplittableRandom(seed))).isTrue();

            byte[] torn = Files.readAllBytes(last);
            assertThat(Arrays.copyOf(torn, 2 * RECORD_BYTES)).isEqualTo(Arrays.copyOf(records, 2 * RECORD_BYTES));
            assertThat(torn).isNotEqualTo(records);
            assertThat(Files.readAllBytes(old)).isEqualTo(records);
        }
    }

    private Path write(String name, byte[] content) throws IOException {
        Path directory = Files.createDirectories(data.resolve("replica").resolve("log"));
        return Files.write(directory.resolve(name), content);
    }

    /** Returns two records, followed by zeros. */
    private static byte[] records() {
        ByteBuffer records = ByteBuffer.allocate(2 * RECORD_BYTES + PREALLOCATED_BYTES);
        for (int record = 0; record < 2; record++) {
            records.putInt(record * RECORD_BYTES, MAGIC).putInt(record * RECORD_BYTES + 4, RECORD_BYTES - 33);
        }
        return records.array();
    }
}
