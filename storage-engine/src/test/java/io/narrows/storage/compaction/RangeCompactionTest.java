package io.narrows.storage.compaction;

import static io.narrows.storage.compaction.Shape.numbers;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.InconsistentVersionException;
import io.narrows.storage.version.Version;
import io.narrows.storage.version.VersionEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Simulates compactions: all inputs become one file. */
class RangeCompactionTest {
    private static final long FIRST_NEW = 100;
    private static final LevelOptions OPTIONS =
            LevelOptions.DEFAULT.withTargetFileSize(100, 1).withMaxBytesForLevel(1_000, 10);
    private static final CompactionPicker PICKER =
            new CompactionPicker(OPTIONS, CompressionLadder.of(CodecSpec.of(Codec.LZ4)));

    private final List<String> steps = new ArrayList<>();
    private Version version;
    private long nextNumber = FIRST_NEW;

    @Test
    void allLevels_endInTheLowestOne() throws InconsistentVersionException {
        version = new Shape()
                .file(0, 11, "a", "d", 10)
                .file(0, 12, "c", "f", 10)
                .file(5, 13, "a", "b", 10)
                .file(6, 14, "a", "k", 5_000)
                .file(6, 15, "x", "z", 50)
                .version();

        compact(null, null);

        assertThat(steps).containsExactly("0 -> 5: [12, 11, 13]", "5 -> 6: [100, 14]", "6 -> 6: [15]");
        assertThat(numbers(version.level(6))).containsExactly(101L, 102L);
    }

    @Test
    void range_leavesTheRestAlone() throws InconsistentVersionException {
        version = new Shape()
                .file(0, 11, "x", "z", 10)
                .file(6, 13, "a", "b", 10)
                .file(6, 14, "c", "d", 10)
                .file(6, 15, "e", "f", 10)
                .version();

        compact(Slice.of("c"), Slice.of("d"));

        assertThat(steps).containsExactly("6 -> 6: [14]");
    }

    @Test
    void exclusiveEnd_leavesTheFileThatBeginsThereAlone() throws InconsistentVersionException {
        version = new Shape()
                .file(0, 11, "d", "d", 10)
                .file(6, 12, "a", "b", 10)
                .file(6, 13, "c", "c", 10)
                .file(6, 14, "d", "e", 10)
                .version();

        compact(new RangeCompaction(PICKER, Slice.of("c"), Slice.of("d"), true, FIRST_NEW));

        assertThat(steps).containsExactly("6 -> 6: [13]");
    }

    @Test
    void exclusiveEnd_atTheBeginning_isAnEmptyRange() throws InconsistentVersionException {
        version = new Shape().file(6, 11, "c", "c", 10).version();

        compact(new RangeCompaction(PICKER, Slice.of("c"), Slice.of("c"), true, FIRST_NEW));

        assertThat(steps).isEmpty();
    }

    @Test
    void exclusiveRange_withoutAnEnd_goesToTheLastKey() throws InconsistentVersionException {
        version = new Shape().file(6, 11, "c", "c", 10).version();

        compact(new RangeCompaction(PICKER, null, null, true, FIRST_NEW));

        assertThat(steps).containsExactly("6 -> 6: [11]");
    }

    @Test
    void severalFiles_goInSteps() throws InconsistentVersionException {
        version = new Shape()
                .file(6, 11, "a", "b", 20)
                .file(6, 12, "c", "d", 20)
                .file(6, 13, "e", "f", 20)
                .version();

        compact(null, null);

        assertThat(steps).containsExactly("6 -> 6: [11]", "6 -> 6: [12]", "6 -> 6: [13]");
    }

    @Test
    void level0_filesAddedMeanwhileStay() throws InconsistentVersionException {
        version = new Shape()
                .file(0, 11, "a", "b", 10)
                .file(0, FIRST_NEW + 50, "k", "m", 10)
                .version();

        compact(null, null);

        assertThat(numbers(version.level(0))).containsExactly(FIRST_NEW + 50);
    }

    @Test
    void busyFile_isWaitedFor() throws InconsistentVersionException {
        version = new Shape().file(6, 11, "a", "b", 10).version();
        RangeCompaction range = new RangeCompaction(PICKER, null, null, false, FIRST_NEW);

        Optional<Compaction> barred = range.next(version, Set.of(11L));

        assertThat(barred).isEmpty();
        assertThat(range.isDone()).isFalse();
        assertThat(range.next(version, Set.of())).isPresent();
    }

    @Test
    void emptyRange_isDoneAtOnce() {
        RangeCompaction range = new RangeCompaction(PICKER, Slice.of("k"), Slice.of("m"), false, FIRST_NEW);

        assertThat(range.next(new Shape().file(6, 11, "a", "b", 10).version(), Set.of()))
                .isEmpty();
        assertThat(range.isDone()).isTrue();
    }

    private void compact(Slice begin, Slice end) throws InconsistentVersionException {
        compact(new RangeCompaction(PICKER, begin, end, false, FIRST_NEW));
    }

    private void compact(RangeCompaction range) throws InconsistentVersionException {
        Optional<Compaction> step = range.next(version, Set.of());
        while (step.isPresent()) {
            play(step.get());
            step = range.next(version, Set.of());
        }
        assertThat(range.isDone()).isTrue();
    }

    private void play(Compaction step) throws InconsistentVersionException {
        List<FileMetadata> files = step.files();
        steps.add(step.inputLevel() + " -> " + step.outputLevel() + ": " + numbers(files)
                + (step.trivialMove() ? " moved" : ""));
        VersionEdit edit = new VersionEdit();
        step.inputs().forEach(file -> edit.deleteFile(step.inputLevel(), file.number()));
        step.nextInputs().forEach(file -> edit.deleteFile(step.outputLevel(), file.number()));
        if (step.trivialMove()) {
            step.inputs().forEach(file -> edit.addFile(step.outputLevel(), file));
        } else {
            edit.addFile(step.outputLevel(), merged(files));
        }
        version = version.apply(edit);
    }

    private FileMetadata merged(List<FileMetadata> files) {
        FileMetadata first = files.get(0);
        FileMetadata last = files.get(0);
        for (FileMetadata file : files) {
            first = file.smallestUserKey().compareTo(first.smallestUserKey()) < 0 ? file : first;
            last = file.largestUserKey().compareTo(last.largestUserKey()) > 0 ? file : last;
        }
        return FileMetadata.of(nextNumber++, Compaction.bytes(files), first.smallest(), last.largest(), 1, 20, 1);
    }
}
