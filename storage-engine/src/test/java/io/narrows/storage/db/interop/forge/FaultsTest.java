package io.narrows.storage.db.interop.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.narrows.storage.Slice;
import io.narrows.storage.db.interop.NarrowsSetup;
import io.narrows.storage.db.interop.NarrowsStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A faulty directory is rejected with a message that names the place and the problem, and no file is touched; a merely
 * unusual one loses no row. RocksDB opens many of these with rows missing.
 */
@Tag("long")
class FaultsTest {
    @TempDir
    Path directory;

    static List<Fault> faults() {
        return Stream.of(FileFaults.all(), ManifestFaults.all(), LogFaults.all())
                .flatMap(faults -> faults)
                .toList();
    }

    static List<Fault> refused() {
        return faults().stream().filter(Fault::isRefused).toList();
    }

    static List<Fault> read() {
        return faults().stream().filter(fault -> !fault.isRefused()).toList();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusedToWrite(Fault fault) throws IOException {
        Map<String, Slice> before = forge(fault);

        Throwable refusal = catchThrowable(() -> NarrowsStore.open(directory, NarrowsSetup.DEFAULTS));

        assertThat(refusal).isInstanceOf(IOException.class).hasMessageContainingAll(words(fault));
        assertThat(files()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusedToRead(Fault fault) throws IOException {
        Map<String, Slice> before = forge(fault);

        Throwable refusal = catchThrowable(() -> NarrowsStore.openReadOnly(directory));

        assertThat(refusal).isInstanceOf(IOException.class).hasMessageContainingAll(words(fault));
        assertThat(files()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("read")
    void readOnly(Fault fault) throws IOException {
        Map<String, Slice> before = forge(fault);

        try (NarrowsStore store = NarrowsStore.openReadOnly(directory)) {
            assertThat(Texts.of(store.rows())).isEqualTo(fault.rows());
            assertThat(Texts.of(store.rowsBackwards())).isEqualTo(fault.rows());
        }

        assertThat(files()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("read")
    void readAndWritten(Fault fault) throws IOException {
        forge(fault);

        try (NarrowsStore store = NarrowsStore.open(directory, NarrowsSetup.DEFAULTS)) {
            assertThat(Texts.of(store.rows())).isEqualTo(fault.rows());
            store.compact();
            assertThat(Texts.of(store.rows())).isEqualTo(fault.rows());
        }
        try (NarrowsStore store = NarrowsStore.open(directory, NarrowsSetup.DEFAULTS)) {
            assertThat(Texts.of(store.rows())).isEqualTo(fault.rows());
        }
    }

    /** By then more was read from the log than a memtable holds. */
    @Test
    void damageBehindMuch_isRefusedAndLeavesNothing() throws IOException {
        Fault fault = Fault.refused("damage behind much", FaultsTest::damageBehindMuch, ForgedDirectory.LOG, "offset");
        Map<String, Slice> before = forge(fault);

        Throwable refusal = catchThrowable(() -> NarrowsStore.open(directory, NarrowsSetup.SMALL));

        assertThat(refusal).isInstanceOf(IOException.class).hasMessageContainingAll(words(fault));
        assertThat(files()).isEqualTo(before);
    }

    private static void damageBehindMuch(ForgedDirectory directory) {
        for (int i = 30; i < 100; i++) {
            directory.batches.add(ForgedBatch.of(i, 1, ForgedBatch.put("k" + i, "v".repeat(4_000))));
        }
        directory.log = bytes -> {
            byte[] changed = bytes.clone();
            changed[bytes.length - 6_000] ^= 1;
            return changed;
        };
    }

    private Map<String, Slice> forge(Fault fault) throws IOException {
        ForgedDirectory forged = new ForgedDirectory();
        fault.change().accept(forged);
        forged.write(directory);
        return files();
    }

    private static CharSequence[] words(Fault fault) {
        return fault.words().toArray(CharSequence[]::new);
    }

    /** Returns all files except the lock, which a rejected attempt to open may leave. */
    private Map<String, Slice> files() throws IOException {
        Map<String, Slice> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.getFileName().toString(), Slice.of(Files.readAllBytes(file)));
            }
        }
        contents.remove("LOCK");
        return contents;
    }
}
