package io.narrows.unpack.difference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.MalformedDataException;
import io.narrows.testkit.Seed;
import io.narrows.unpack.Direct;
import io.narrows.unpack.Plains;
import io.narrows.unpack.find.Hole;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DifferencesTest {
    private final Random random = new Random(Seed.of(DifferencesTest.class));
    private final BestDifferences differences = new BestDifferences();

    @Test
    void randomChanges_areUndone_byEditsInProportion() throws Exception {
        for (int run = 0; run < 300; run++) {
            byte[] output = new Plains(random.nextLong()).any(1 + random.nextInt(30_000));
            int changes = random.nextInt(10);
            byte[] packed = changed(output, changes);
            List<Hole> holes = new ArrayList<>();
            byte[] original = withHoles(packed, holes);

            differences.begin(ByteBuffer.wrap(original), holes, 1 << 20);
            boolean improved = differences.improvedBy(Direct.of(output), Direct.of(packed));

            assertThat(improved).isTrue();
            ByteBuffer edits = differences.best();
            assertThat(applied(edits, output, original.length)).isEqualTo(original);
        }
    }

    @Test
    void singleByteChangedInNoise_takesFewBytes() {
        byte[] output = new Plains(5).noise(20_000);
        byte[] packed = output.clone();
        packed[10_000] ^= 1;

        differences.begin(ByteBuffer.wrap(packed), List.of(), 100);

        assertThat(differences.improvedBy(Direct.of(output), Direct.of(packed))).isTrue();
        assertThat(differences.best().remaining()).isLessThan(8);
    }

    @Test
    void equalBytes_takeNone() {
        byte[] output = new Plains(5).noise(20_000);

        differences.begin(ByteBuffer.wrap(output), List.of(), 0);

        assertThat(differences.improvedBy(Direct.of(output), Direct.of(output))).isTrue();
        assertThat(differences.best().remaining()).isZero();
    }

    @Test
    void otherBytes_exceedTheLimit() {
        byte[] output = new Plains(5).noise(20_000);
        byte[] packed = new Plains(6).noise(20_000);

        differences.begin(ByteBuffer.wrap(packed), List.of(), packed.length / 8);

        assertThat(differences.improvedBy(Direct.of(output), Direct.of(packed))).isFalse();
    }

    @Test
    void best_isTheShortestOfSeveralOutputs() throws Exception {
        byte[] packed = new Plains(5).noise(20_000);
        byte[] far = changed(packed, 9);
        byte[] near = packed.clone();
        near[777] ^= 4;

        differences.begin(ByteBuffer.wrap(packed), List.of(), packed.length);

        assertThat(differences.improvedBy(Direct.of(far), Direct.of(packed))).isTrue();
        assertThat(differences.improvedBy(Direct.of(near), Direct.of(packed))).isTrue();
        assertThat(differences.improvedBy(Direct.of(far), Direct.of(packed))).isFalse();
        assertThat(applied(differences.best(), near, packed.length)).isEqualTo(packed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0b0000", // copies more than there is
                "000b00", // skips more than there is
                "00000401", // inserts more than there is
                "0a000101", // exceeds the original
                "000000", // leaves the rest too long
                "ffffffffff000000", // number of five bytes
                "0a" // truncated
            })
    void apply_invalidEdits_isRefused(String hex) {
        ByteBuffer edits = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        int room = hex.equals("000000") ? 9 : 10;

        assertThatThrownBy(() -> Differences.apply(edits, ByteBuffer.wrap(new byte[10]), ByteBuffer.allocate(room)))
                .isInstanceOf(MalformedDataException.class);
    }

    private static byte[] applied(ByteBuffer edits, byte[] output, int length) throws MalformedDataException {
        ByteBuffer original = ByteBuffer.allocate(length);
        Differences.apply(edits.duplicate(), ByteBuffer.wrap(output), original);
        return original.array();
    }

    private byte[] changed(byte[] bytes, int changes) {
        byte[] changed = bytes;
        for (int change = 0; change < changes; change++) {
            int at = random.nextInt(changed.length + 1);
            byte[] inserted = new Plains(random.nextLong()).noise(random.nextInt(40));
            int from = Math.min(changed.length, at + random.nextInt(40));
            byte[] next = Arrays.copyOf(changed, at + inserted.length + changed.length - from);
            System.arraycopy(inserted, 0, next, at, inserted.length);
            System.arraycopy(changed, from, next, at + inserted.length, changed.length - from);
            changed = next;
        }
        return changed;
    }

    private byte[] withHoles(byte[] packed, List<Hole> holes) {
        ByteBuffer original = ByteBuffer.allocate(packed.length + 200);
        int from = 0;
        for (int hole = random.nextInt(6); hole > 0; hole--) {
            int until = from + random.nextInt(packed.length - from + 1);
            if (until == from) {
                continue;
            }
            original.put(packed, from, until - from);
            int length = 1 + random.nextInt(20);
            holes.add(new Hole(original.position(), length));
            original.put(new Plains(random.nextLong()).noise(length));
            from = until;
        }
        original.put(packed, from, packed.length - from);
        return Arrays.copyOf(original.array(), original.position());
    }
}
