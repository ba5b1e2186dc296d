package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.OTHER_PEER;
import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.RAFT;
import static io.narrows.proxy.dictionary.Dictionaries.RECEIVED;
import static io.narrows.proxy.dictionary.Dictionaries.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files of dictionaries: what is kept, what is deleted, and what is left alone. */
final class DictionaryStoreTest {
    private static final DictionaryKey ACCEPTED = new DictionaryKey(PEER, RAFT, false, true);
    private static final long FILE_BYTES = DictionaryFile.HEADER_BYTES + (16 << 10);

    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(StoreDirectory.class, Level.INFO);

    private Path root;
    private Instant now = Instant.parse("2026-11-29T00:00:00Z");
    private DictionaryStore store;

    @BeforeEach
    void open(@TempDir Path folder) {
        root = folder.resolve("dictionaries");
        store = open(1 << 20);
    }

    private DictionaryStore open(long maxBytes) {
        return new DictionaryStore(root, maxBytes, () -> now);
    }

    /** Writes a dictionary, a second after the last one. */
    private void write(DictionaryKey key, Dictionary dictionary) throws IOException {
        now = now.plusSeconds(1);
        store.write(key, dictionary);
    }

    private static List<Dictionary> dictionaries(List<DictionaryStore.Stored> stored) {
        return stored.stream().map(DictionaryStore.Stored::dictionary).toList();
    }

    private List<String> names(PeerId peer) throws IOException {
        List<DictionaryStore.Stored> loaded = store.load(peer);
        store.accept(loaded);
        return loaded.stream()
                .map(stored -> stored.dictionary().name().abbreviated())
                .toList();
    }

    private static String name(Dictionary dictionary) {
        return dictionary.name().abbreviated();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void load_afterARestart_returnsWhatWasWritten_ofThatPeerOnly() throws IOException {
        write(SENT, Dictionaries.of("sent"));
        write(RECEIVED, Dictionaries.of("received"));
        write(new DictionaryKey(OTHER_PEER, RAFT, false, true), Dictionaries.of("other"));
        store = open(1 << 20);

        List<DictionaryStore.Stored> loaded = store.load(PEER);

        assertThat(loaded).extracting(DictionaryStore.Stored::key).containsExactly(RECEIVED, SENT);
        assertThat(dictionaries(loaded))
                .extracting(DictionaryStoreTest::name)
                .containsExactly(name(Dictionaries.of("received")), name(Dictionaries.of("sent")));
        assertThat(store.bytes()).isEqualTo(3 * FILE_BYTES);
    }

    @Test
    void load_withoutADirectory_returnsNothing() throws IOException {
        assertThat(store.load(PEER)).isEmpty();
        assertThat(root).doesNotExist();
    }

    @Test
    void write_makesFilesAndDirectoriesThatOnlyTheOwnerCanUse() throws IOException {
        write(SENT, Dictionaries.of("sent"));

        Path directory = root.resolve("db-2/raft/dialled-sent");
        Path file = directory.resolve(Dictionaries.of("sent").name() + ".dict");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        for (Path path = directory; !path.equals(root.getParent()); path = path.getParent()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void write_keepsTheLatestTwoOfAKey() throws IOException {
        write(SENT, Dictionaries.of("one"));
        write(SENT, Dictionaries.of("two"));
        write(RECEIVED, Dictionaries.of("received"));
        write(SENT, Dictionaries.of("three"));

        assertThat(names(PEER))
                .containsExactly(
                        name(Dictionaries.of("three")),
                        name(Dictionaries.of("received")),
                        name(Dictionaries.of("two")));
    }

    @Test
    void write_ofADictionaryThatAKeyHad_makesItTheLatest() throws IOException {
        write(SENT, Dictionaries.of("one"));
        write(SENT, Dictionaries.of("two"));
        write(SENT, Dictionaries.of("one"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")), name(Dictionaries.of("two")));
    }

    @Test
    void write_beyondTheLimit_deletesThoseWhoseKeyWasNotUsedForTheLongestTime() throws IOException {
        store = open(2 * FILE_BYTES);
        write(SENT, Dictionaries.of("sent"));
        write(ACCEPTED, Dictionaries.of("accepted"));
        now = now.plusSeconds(1);
        store.used(SENT);

        write(new DictionaryKey(PEER, new TargetName("sql"), true, true), Dictionaries.of("sql"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("sql")), name(Dictionaries.of("sent")));
        assertThat(store.bytes()).isEqualTo(2 * FILE_BYTES);
    }

    @Test
    void write_beyondTheLimit_deletesThoseOfThePeerThatTakesMost() throws IOException {
        store = open(2 * FILE_BYTES);
        write(new DictionaryKey(OTHER_PEER, RAFT, true, false), Dictionaries.of("other"));
        write(RECEIVED, Dictionaries.of("one"));

        write(RECEIVED, Dictionaries.of("two"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("two")));
        assertThat(names(OTHER_PEER)).containsExactly(name(Dictionaries.of("other")));
    }

    @Test
    void write_ofAPeersDictionary_deletesNoneThatThisSideMade() throws IOException {
        store = open(2 * FILE_BYTES);
        write(SENT, Dictionaries.of("sent"));
        write(RECEIVED, Dictionaries.of("one"));

        write(RECEIVED, Dictionaries.of("two"));
        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("two")), name(Dictionaries.of("sent")));
        write(ACCEPTED, Dictionaries.of("accepted"));
        write(RECEIVED, Dictionaries.of("three"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("accepted")), name(Dictionaries.of("sent")));
    }

    @Test
    void write_ofADictionaryLargerThanTheLimit_keepsItAlone() throws IOException {
        store = open(FILE_BYTES - 1);
        write(SENT, Dictionaries.of("one"));

        write(SENT, Dictionaries.of("two"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("two")));
    }

    @Test
    void damagedFiles_areLeftAlone_andTheOthersLoaded() throws IOException {
        store = open(FILE_BYTES);
        write(SENT, Dictionaries.of("one"));
        Path damaged = files().get(0);
        byte[] content = Files.readAllBytes(damaged);
        content[content.length - 1]++;
        Files.write(damaged, content);
        Path truncated = damaged.resolveSibling("truncated.dict");
        Files.write(truncated, new byte[] {'n', 'D', 'i', 'c', 0});

        assertThat(store.load(PEER)).isEmpty();
        write(SENT, Dictionaries.of("two"));
        write(SENT, Dictionaries.of("three"));

        assertThat(damaged).hasBinaryContent(content);
        assertThat(truncated).exists();
        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("three")));
    }

    @Test
    void damagedAndForeignFiles_areReportedOnce_byName() throws IOException {
        Path directory = Files.createDirectories(
                root.resolve(SENT.directory()),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path damaged = Files.writeString(directory.resolve("damaged.dict"), "nDic");
        Path foreign = Files.writeString(root.resolve("README"), "foreign");
        Files.setPosixFilePermissions(damaged, PosixFilePermissions.fromString("rw-------"));

        store.load(PEER);
        write(RECEIVED, Dictionaries.of("one"));
        store.load(PEER);
        write(RECEIVED, Dictionaries.of("two"));

        assertThat(log.all())
                .extracting(line -> line.getKeyValuePairs().get(0).value)
                .containsExactly(damaged, foreign);
    }

    @Test
    void manyForeignFilesThatAreDeleted_areForgotten() throws IOException {
        Path again = root.resolve("db-2/temporary-0");
        Files.createDirectories(again.getParent());

        for (int i = 0; i <= 2 * ReportedPaths.KEPT; i++) {
            Path foreign = Files.createFile(root.resolve("db-2/temporary-" + i));
            store.load(PEER);
            Files.delete(foreign);
        }
        Files.createFile(again);
        store.load(PEER);

        assertThat(log.all())
                .extracting(line -> line.getKeyValuePairs().get(0).value)
                .filteredOn(again::equals)
                .hasSize(2);
    }

    @Test
    void write_ofADictionaryWhoseFileIsDamaged_renamesThat() throws IOException {
        write(SENT, Dictionaries.of("one"));
        Path file = files().get(0);
        byte[] content = Files.readAllBytes(file);
        content[content.length - 1]++;
        Files.write(file, content);
        assertThat(store.load(PEER)).isEmpty();

        write(SENT, Dictionaries.of("one"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")));
        assertThat(store.bytes()).isEqualTo(FILE_BYTES);
        assertThat(file.resolveSibling(file.getFileName() + ".damaged")).hasBinaryContent(content);
    }

    @Test
    void write_afterTheClockWentBack_makesTheLatest() throws IOException {
        write(SENT, Dictionaries.of("one"));
        write(SENT, Dictionaries.of("two"));
        now = now.minusSeconds(3600);

        store.write(SENT, Dictionaries.of("three"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("three")), name(Dictionaries.of("two")));
    }

    @Test
    void foreignFiles_areLeftAlone() throws IOException {
        write(SENT, Dictionaries.of("sent"));
        Path directory = files().get(0).getParent();
        List<Path> foreign = List.of(
                root.resolve("README"),
                root.resolve("db-2/notes.txt"),
                root.resolve("db-2/raft/file"),
                directory.resolve("dictionary.dict.bak"));
        for (Path file : foreign) {
            Files.writeString(file, "foreign");
        }
        Files.createDirectories(root.resolve("db-2/raft/sideways"));
        Files.createSymbolicLink(directory.resolve("link.dict"), root.resolve("README"));

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("sent")));
        write(SENT, Dictionaries.of("two"));
        write(SENT, Dictionaries.of("three"));

        assertThat(foreign).allSatisfy(file -> assertThat(file).hasContent("foreign"));
        assertThat(root.resolve("db-2/raft/sideways")).isDirectory();
        assertThat(directory.resolve("link.dict")).isSymbolicLink();
    }

    @Test
    void directoryThatCannotBeRead_isLeftAlone_andTheOthersRead() throws IOException {
        write(SENT, Dictionaries.of("sent"));
        Files.writeString(root.resolve(OTHER_PEER.value()), "not a directory");

        assertThat(store.load(OTHER_PEER)).isEmpty();
        assertThat(store.bytes()).isEqualTo(FILE_BYTES);
        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("sent")));
    }

    @Test
    void fileThatCannotBeRead_isReportedOnce_andTheOthersRead() throws IOException {
        write(SENT, Dictionaries.of("one"));
        write(RECEIVED, Dictionaries.of("received"));
        write(SENT, Dictionaries.of("two"));
        Path unreadable = file(SENT, "two");
        Path deleted = file(RECEIVED, "received");
        store = new DictionaryStore(root, 1 << 20, () -> now, file -> {
            if (file.equals(unreadable)) {
                throw new AccessDeniedException(file.toString());
            }
            if (file.equals(deleted)) {
                throw new NoSuchFileException(file.toString());
            }
            return DictionaryFile.read(file);
        });

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")));
        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")));

        assertThat(log.all())
                .extracting(line -> line.getKeyValuePairs().get(0).value)
                .containsExactly(unreadable);
        assertThat(unreadable).exists();
    }

    @Test
    void fileThatCouldNotBeRead_isReadAgain_whenItsPermissionsHaveChanged() throws IOException {
        write(SENT, Dictionaries.of("one"));
        AtomicBoolean isDenied = new AtomicBoolean(true);
        store = new DictionaryStore(root, 1 << 20, () -> now, denying(isDenied));
        assertThat(store.load(PEER)).isEmpty();
        isDenied.set(false);
        assertThat(store.hasUnusable()).isTrue();
        assertThat(store.hasChanged(PEER)).isFalse();
        assertThat(store.load(PEER)).isEmpty();

        log.clear();
        changePermissions(file(SENT, "one"));
        assertThat(store.hasChanged(OTHER_PEER)).isFalse();
        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")));

        assertThat(log.all())
                .extracting(line -> line.getKeyValuePairs().get(0).value)
                .containsExactly(file(SENT, "one"));
        assertThat(store.hasUnusable()).isFalse();
        assertThat(store.bytes()).isEqualTo(FILE_BYTES);
    }

    /** Sets the permissions of a file until its time of change, which has the resolution of the system's timer, is another. */
    private void changePermissions(Path file) {
        await().until(() -> {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            return store.hasChanged(PEER);
        });
    }

    private static DictionaryStore.Reader denying(AtomicBoolean isDenied) {
        return file -> {
            if (isDenied.get()) {
                throw new AccessDeniedException(file.toString());
            }
            return DictionaryFile.read(file);
        };
    }

    @Test
    void directoryOfAllPeers_thatCouldNotBeRead_isReadAgain_whenItHasChanged() throws IOException {
        Files.writeString(root, "not a directory");
        assertThat(store.load(PEER)).isEmpty();
        assertThat(store.hasUnusable()).isTrue();

        Files.delete(root);
        write(RECEIVED, Dictionaries.of("one"));
        assertThat(store.hasChanged(PEER)).isTrue();

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")));
        assertThat(store.hasUnusable()).isFalse();
    }

    @Test
    void fileThatChanges_isReported_whenItsProblemIsAnotherOne_andWhenItIsMended() throws IOException {
        write(SENT, Dictionaries.of("one"));
        Path file = file(SENT, "one");
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = whole.clone();

        for (int i = 0; i < 3; i++) {
            damaged[damaged.length - 1]++;
            replace(file, damaged);
        }
        replace(file, Arrays.copyOf(whole, 100));
        replace(file, Arrays.copyOf(whole, 200));
        replace(file, whole);
        replace(file, whole);

        assertThat(log.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.WARN, Level.INFO);
        assertThat(log.all().get(0).getKeyValuePairs().get(1).value.toString()).contains("checksum");
        assertThat(log.all().get(1).getKeyValuePairs().get(1).value.toString()).contains("truncated");
    }

    /** Replaces a file as one that is in use would be, and reads it. */
    private void replace(Path file, byte[] content) throws IOException {
        Path next = file.resolveSibling("next");
        Files.write(next, content);
        Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        names(PEER);
    }

    @Test
    void fileThatChanges_isReported_whenTheSystemHasAnotherReason() throws IOException {
        write(SENT, Dictionaries.of("one"));
        Path file = file(SENT, "one");
        byte[] whole = Files.readAllBytes(file);
        AtomicReference<String> reason = new AtomicReference<>("Too many open files");
        store = new DictionaryStore(root, 1 << 20, () -> now, unread -> {
            throw new FileSystemException(unread.toString(), null, reason.get());
        });

        replace(file, whole);
        replace(file, whole);
        reason.set("Input/output error");
        replace(file, whole);

        assertThat(log.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.WARN);
    }

    @Test
    void fileThatIsDeletedAndWrittenAgain_withTheSameProblem_isReportedOnce() throws IOException {
        write(SENT, Dictionaries.of("one"));
        Path file = file(SENT, "one");

        replace(file, new byte[] {1});
        Files.delete(file);
        names(PEER);
        replace(file, new byte[] {2});

        assertThat(log.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN);
    }

    @Test
    void dictionaryThatIsRefused_andChanges_isReportedOnce() throws IOException {
        write(SENT, Dictionaries.of("one"));
        Path file = file(SENT, "one");

        for (int i = 0; i < 3; i++) {
            store.refuse(store.load(PEER).get(0), "zstd dictionary is damaged");
            changePermissions(file);
        }
        names(PEER);

        assertThat(log.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.INFO);
    }

    @Test
    void write_ofADictionaryWhoseFileCannotBeRead_renamesThat() throws IOException {
        write(SENT, Dictionaries.of("one"));
        AtomicBoolean isDenied = new AtomicBoolean(true);
        store = new DictionaryStore(root, 1 << 20, () -> now, denying(isDenied));
        assertThat(store.load(PEER)).isEmpty();

        write(SENT, Dictionaries.of("one"));
        isDenied.set(false);

        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("one")));
        assertThat(file(SENT, "one").resolveSibling(file(SENT, "one").getFileName() + ".damaged"))
                .exists();
    }

    @Test
    void write_ofADictionaryWhoseFileTheDiskCannotReadNow_fails_andLeavesTheFile() throws IOException {
        write(SENT, Dictionaries.of("one"));
        IOException failure = new IOException("Input/output error");
        store = new DictionaryStore(root, 1 << 20, () -> now, file -> {
            throw failure;
        });

        assertThatThrownBy(() -> write(SENT, Dictionaries.of("one"))).isSameAs(failure);

        assertThat(files()).containsExactly(file(SENT, "one"));
    }

    private Path file(DictionaryKey key, String text) {
        return root.resolve(key.directory()).resolve(Dictionaries.of(text).name() + ".dict");
    }

    @Test
    void directoryThatFailsWhileItIsRead_isNoUncheckedException() throws IOException {
        AccessDeniedException failure = new AccessDeniedException("expected by the test");
        try (DirectoryStream<Path> stream = new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                throw new DirectoryIteratorException(failure);
            }

            @Override
            public void close() {}
        }) {
            assertThatThrownBy(() -> StoreDirectory.children(stream)).isSameAs(failure);
        }
    }

    @Test
    void fileOfAnOperator_isADictionaryOfItsKey() throws IOException {
        Path directory = Files.createDirectories(root.resolve("db-2/raft/dialled-sent"));
        DictionaryFile.write(directory.resolve("trained.dict"), Dictionaries.of("recorded"));

        assertThat(store.load(PEER)).extracting(DictionaryStore.Stored::key).containsExactly(SENT);
        assertThat(names(PEER)).containsExactly(name(Dictionaries.of("recorded")));
    }

    @Test
    void unfinishedFile_isDeleted() throws IOException {
        write(SENT, Dictionaries.of("sent"));
        Path written = files().get(0);
        Path unfinished = written.resolveSibling("." + written.getFileName() + ".123.tmp");
        Files.writeString(unfinished, "nDic");

        assertThat(names(PEER)).hasSize(1);

        assertThat(unfinished).doesNotExist();
    }
}
