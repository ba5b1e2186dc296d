package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a damaged snapshot is either refused with a {@link CorruptBoltException} or read, with no other outcome. */
@Tag("long")
class DamagedSnapshotTest {
    private static final int PAGE = PageLayout.PAGE_SIZE;

    @TempDir
    Path folder;

    private final long seed = Seed.of(DamagedSnapshotTest.class);
    private final Random random = new Random(seed);
    private SnapshotModel content;
    private byte[] bytes;

    @BeforeEach
    void write() throws IOException {
        content = SnapshotModel.random(random, 400, 200);
        EtcdSnapshot.write(file(), content);
        bytes = Files.readAllBytes(file());
    }

    @Test
    void damagedMeta_otherOneIsTaken() throws IOException {
        for (int meta = 0; meta < 2; meta++) {
            for (int i = 0; i < Meta.LENGTH; i++) {
                byte[] damaged = damaged(meta * PAGE + i);
                Files.write(file(), damaged);

                assertThat(readUnchecked()).as("byte %d of meta %d", i, meta).isEqualTo(content);
            }
        }
    }

    @Test
    void bothMetasDamaged_isRefused() throws IOException {
        for (int i = PageLayout.HEADER; i < Meta.LENGTH; i++) {
            byte[] damaged = damaged(i);
            damaged[PAGE + i] ^= 1;
            Files.write(file(), damaged);

            assertThatThrownBy(this::readUnchecked).as("byte %d", i).isInstanceOf(CorruptBoltException.class);
        }
    }

    @Test
    void cutAtAPage_isRefused() throws IOException {
        for (int length = 0; length < bytes.length - Sha256Trailer.LENGTH; length += PAGE) {
            for (int more : new int[] {-1, 0, 1, Sha256Trailer.LENGTH}) {
                Files.write(file(), Arrays.copyOf(bytes, Math.max(0, length + more)));

                assertThatThrownBy(this::read).as("%d bytes", length + more).isInstanceOf(CorruptBoltException.class);
                assertThatThrownBy(this::readUnchecked)
                        .as("%d bytes, unchecked", length + more)
                        .isInstanceOf(CorruptBoltException.class);
            }
        }
    }

    @Test
    void anyChange_isNoticedByTheSha256() throws IOException {
        for (int i = 0; i < 300; i++) {
            int at = random.nextInt(bytes.length);
            Files.write(file(), damaged(at));

            assertThatThrownBy(this::read)
                    .as("byte %d", at)
                    .isInstanceOf(CorruptBoltException.class)
                    .hasMessageContaining("offset " + (bytes.length - Sha256Trailer.LENGTH) + ": SHA-256 ");
        }
    }

    @Test
    void anyChange_unchecked_isRefusedOrRead() throws IOException {
        int refused = 0;
        int read = 0;
        for (int i = 0; i < 1_500; i++) {
            Files.write(file(), damaged(randomPlace()));
            if (isRead()) {
                read++;
            } else {
                refused++;
            }
        }

        assertThat(refused).isGreaterThan(100);
        assertThat(read).isGreaterThan(100);
    }

    @Test
    void manyChanges_unchecked_areRefusedOrRead() throws IOException {
        int refused = 0;
        for (int i = 0; i < 500; i++) {
            byte[] damaged = bytes.clone();
            for (int change = 0; change < 10; change++) {
                damaged[Math.max(2 * PAGE, randomPlace())] = (byte) random.nextInt(256);
            }
            Files.write(file(), damaged);
            refused += isRead() ? 0 : 1;
        }

        assertThat(refused).isGreaterThan(100);
    }

    /** Returns a random offset, half the time within the first 80 bytes of a page. */
    private int randomPlace() {
        int place = random.nextInt(bytes.length);
        return random.nextBoolean() ? place : Math.min(place / PAGE * PAGE + random.nextInt(80), bytes.length - 1);
    }

    private byte[] damaged(int at) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        return damaged;
    }

    private boolean isRead() throws IOException {
        try {
            readUnchecked();
            return true;
        } catch (CorruptBoltException e) {
            assertThat(e.file()).isEqualTo(file());
            assertThat(e.offset()).isBetween(0L, (long) bytes.length);
            return false;
        }
    }

    private SnapshotModel read() throws IOException {
        try (SnapshotFile snapshot = EtcdSnapshot.open(file())) {
            return SnapshotModel.copyOf(snapshot);
        }
    }

    private SnapshotModel readUnchecked() throws IOException {
        try (SnapshotFile snapshot = EtcdSnapshot.openUnchecked(file())) {
            return SnapshotModel.copyOf(snapshot);
        }
    }

    private Path file() {
        return folder.resolve("snapshot");
    }
}
