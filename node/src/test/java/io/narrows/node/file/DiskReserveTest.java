package io.narrows.node.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskReserveTest {
    private static final long MEGABYTE = 1 << 20;

    @TempDir
    private Path directory;

    private final SmallSpace space = new SmallSpace(256 * MEGABYTE);

    @Test
    void reserve_isAThirtySecondOfTheDisk() throws IOException {
        DiskReserve reserve = DiskReserve.open(directory, space);

        assertThat(directory.resolve("reserve")).hasSize(8 * MEGABYTE);
        assertThat(reserve.isLow()).isFalse();
    }

    @Test
    void fullDisk_isGivenTheReserveBack_atTheStartAlone() throws IOException {
        DiskReserve running = DiskReserve.open(directory, space);
        space.usable = 1_000;
        running.look();
        assertThat(running.isLow()).isTrue();
        assertThat(directory.resolve("reserve")).exists();

        DiskReserve started = DiskReserve.open(directory, space);

        assertThat(started.isLow()).isTrue();
        assertThat(directory.resolve("reserve")).doesNotExist();
    }

    @Test
    void reserve_isMadeAgain_whenThereIsPlenty() throws IOException {
        space.usable = 9 * MEGABYTE;
        DiskReserve reserve = DiskReserve.open(directory, space);
        assertThat(reserve.isLow()).isTrue();

        space.usable = 17 * MEGABYTE;
        reserve.look();
        assertThat(reserve.isLow()).isFalse();
        assertThat(directory.resolve("reserve")).doesNotExist();

        space.usable = 24 * MEGABYTE;
        reserve.look();
        assertThat(directory.resolve("reserve")).hasSize(8 * MEGABYTE);
    }

    @Test
    void unfinishedReserve_isReplaced() throws IOException {
        Files.write(directory.resolve("reserve.unfinished"), new byte[100]);

        DiskReserve.open(directory, space);

        assertThat(directory.resolve("reserve.unfinished")).doesNotExist();
        assertThat(directory.resolve("reserve")).hasSize(8 * MEGABYTE);
    }

    /** A disk whose free space is not affected by the reserve. */
    private static final class SmallSpace implements DiskReserve.Space {
        private final long total;
        private long usable;

        SmallSpace(long total) {
            this.total = total;
            this.usable = total;
        }

        @Override
        public long total() {
            return total;
        }

        @Override
        public long usable() {
            return usable;
        }
    }
}
