package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.ANNOUNCED;
import static io.narrows.proxy.dictionary.Dictionaries.OTHER_PEER;
import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.RECEIVED;
import static io.narrows.proxy.dictionary.Dictionaries.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.config.ConnectionScope;
import io.narrows.config.DictionarySettings;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.ConnectionSample;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.TakenMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the dictionaries that links see, and how traffic becomes one. Workers run their tasks in the caller's thread. */
final class PeerDictionariesTest {
    private static final Executor CALLER = Runnable::run;
    private static final TrafficClass BULK = TrafficClass.BULK;
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 3);

    private final Codecs codecs = Codecs.load();
    private final AtomicLong now = new AtomicLong();
    private final AtomicReference<ConnectionScope> allowed = new AtomicReference<>(ConnectionScope.ALL);
    private MemoryLedger memory = Ledgers.of(1 << 30);
    private Path root;
    private ManualExecutor files = new ManualExecutor();
    private PeerDictionaries dictionaries;

    @BeforeEach
    void open(@TempDir Path folder) {
        root = folder.resolve("dictionaries");
        dictionaries = open(true);
    }

    private PeerDictionaries open(boolean train) {
        return new PeerDictionaries(
                new DictionarySettings(root, Dictionary.MAX_BYTES, 16 << 20, train),
                (peer, target, dialled) -> !target.value().equals("unknown"),
                traffic -> allowed.get().includes(traffic.traffic().trafficClass(), traffic.tls())
                        ? Set.of(ZSTD, CodecSpec.of(Codec.DENSE, 2))
                        : Set.of(),
                codecs,
                memory,
                CALLER,
                files,
                now::get,
                () -> Instant.ofEpochSecond(1_800_000_000L, now.get()));
    }

    private void reopen(boolean train) {
        dictionaries.close();
        files = new ManualExecutor();
        dictionaries = open(train);
    }

    @AfterEach
    void close() {
        dictionaries.close();
        assertThat(memory.contextBytes()).isZero();
    }

    private boolean learn(PeerId peer, Dictionary dictionary) {
        now.addAndGet(1_000_000_000L); // files have times in milliseconds
        return keep(peer, "raft", dictionary);
    }

    /** Keeps a dictionary of a peer whose memory is not reserved. */
    private boolean keep(PeerId peer, String target, Dictionary dictionary) {
        TakenMemory none = new TakenMemory(memory.account(Purpose.HISTORY, peer), Storage.HEAP);
        try {
            return dictionaries.keep(peer, target, true, dictionary, none);
        } finally {
            none.giveBack();
        }
    }

    @Test
    void keep_isKnownByName_toLinksOfThatPeerOnly() {
        Dictionary dictionary = Dictionaries.of("text");

        assertThat(learn(PEER, dictionary)).isTrue();

        StreamDictionary known = Objects.requireNonNull(dictionaries.byName(PEER, dictionary.name()));
        assertThat(known.name()).isEqualTo(dictionary.name());
        assertThat(dictionaries.received(PEER)).containsExactly(dictionary.name());
        assertThat(dictionaries.byName(OTHER_PEER, dictionary.name())).isNull();
        assertThat(dictionaries.received(OTHER_PEER)).isEmpty();
        for (PeerId peer : List.of(PEER, OTHER_PEER)) { // this side does not pass it on
            assertThat(dictionaries.sent(peer, "raft", true)).isNull();
            assertThat(dictionaries.sent(peer, "raft", false)).isNull();
        }
        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes()).isEqualTo(known.memoryBytes());
    }

    @Test
    void keep_usesTheReservedMemory_ifNoOtherIsLeft() {
        Account account = memory.account(Purpose.HISTORY, PEER);
        TakenMemory reserved = new TakenMemory(account, Storage.HEAP);
        assertThat(reserved.raise(StreamDictionary.firstBytes(false))).isTrue();
        Account others = memory.account(Purpose.HISTORY, OTHER_PEER);
        others.count(Storage.HEAP, others.pool().limitBytes());

        assertThat(dictionaries.keep(PEER, "raft", true, Dictionaries.of("text"), reserved))
                .isTrue();

        assertThat(reserved.bytes()).isZero();
        StreamDictionary known = Objects.requireNonNull(
                dictionaries.byName(PEER, Dictionaries.of("text").name()));
        assertThat(account.usedBytes()).isEqualTo(known.memoryBytes());
        others.giveBack(Storage.HEAP, others.pool().limitBytes());
    }

    @Test
    void keep_ofADictionaryThatCannotBeUsed_leavesTheReservedMemory() {
        TakenMemory reserved = new TakenMemory(memory.account(Purpose.HISTORY, PEER), Storage.HEAP);
        long first = StreamDictionary.firstBytes(false);
        assertThat(reserved.raise(first)).isTrue();

        assertThat(dictionaries.keep(PEER, "raft", true, Dictionaries.refusedByZstd(), reserved))
                .isFalse();

        assertThat(reserved.bytes()).isEqualTo(first);
        reserved.giveBack();
    }

    @Test
    void keep_isKnownAfterARestart() {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));

        reopen(true);

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("two").name(), Dictionaries.of("one").name());
    }

    @Test
    void keep_replacesAllButTheOneBefore_whichLinksGoOnUsing() {
        learn(PEER, Dictionaries.of("one"));
        long ofEach = memory.account(Purpose.HISTORY, PEER).usedBytes();
        StreamDictionary shared = Objects.requireNonNull(Objects.requireNonNull(
                        dictionaries.byName(PEER, Dictionaries.of("one").name()))
                .share());

        learn(PEER, Dictionaries.of("two"));
        learn(PEER, Dictionaries.of("three"));

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("three").name(), Dictionaries.of("two").name());
        assertThat(dictionaries.byName(PEER, Dictionaries.of("one").name())).isNull();
        try (StreamDictionary other = shared.share()) {
            assertThat(other).isNotNull();
        }
        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes()).isEqualTo(3 * ofEach);
        shared.close();
        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes()).isEqualTo(2 * ofEach);
    }

    @Test
    void keep_ofManyTargets_replaceNoneThatThisSideMade() throws IOException {
        Path directory = Files.createDirectories(root.resolve(SENT.directory()));
        DictionaryFile.write(directory.resolve("trained.dict"), Dictionaries.of("recorded"));
        dictionaries.received(PEER); // reads the files

        for (int target = 0; target <= PeerShelf.MOST; target++) {
            assertThat(keep(PEER, "target-" + target, Dictionaries.of("text " + target)))
                    .isTrue();
        }

        assertThat(dictionaries.received(PEER)).hasSize(PeerShelf.MOST);
        assertThat(dictionaries.sent(PEER, "raft", true)).isNotNull();
    }

    @Test
    void keep_again_isTheLatest_andNotChargedTwice() {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));
        long used = memory.account(Purpose.HISTORY, PEER).usedBytes();

        assertThat(learn(PEER, Dictionaries.of("one"))).isTrue();

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("one").name(), Dictionaries.of("two").name());
        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes()).isEqualTo(used);
    }

    @Test
    void received_hasTheLatestOfEachTargetFirst() {
        learn(PEER, Dictionaries.of("one"));
        keep(PEER, "sql", Dictionaries.of("of another target"));
        learn(PEER, Dictionaries.of("two"));
        learn(PEER, Dictionaries.of("three"));

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("three").name(),
                        Dictionaries.of("of another target").name(),
                        Dictionaries.of("two").name());
    }

    @Test
    void fileThatWasDamaged_isTheLatestAgain_afterItWasReplaced_withoutARestart() throws IOException {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));
        Path latest = root.resolve(RECEIVED.directory())
                .resolve(Dictionaries.of("two").name() + ".dict");
        FileTime time = Files.getLastModifiedTime(latest);
        Files.writeString(latest, "nDic");
        reopen(true);
        assertThat(dictionaries.received(PEER))
                .containsExactly(Dictionaries.of("one").name());

        Files.delete(latest);
        DictionaryFile.write(latest, Dictionaries.of("two"));
        Files.setLastModifiedTime(latest, time);
        dictionaries.maintain();

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("two").name(), Dictionaries.of("one").name());
    }

    @Test
    void filesThatWereDamaged_areUsedAgain_ifBothAreLaterThanTheLatestInMemory() throws IOException {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));
        Path directory = root.resolve(RECEIVED.directory());
        FileTime time = Files.getLastModifiedTime(
                directory.resolve(Dictionaries.of("two").name() + ".dict"));
        Path third = Files.writeString(directory.resolve("third.dict"), "nDic");
        Path fourth = Files.writeString(directory.resolve("fourth.dict"), "nDic");
        Files.setLastModifiedTime(third, FileTime.fromMillis(time.toMillis() + 1000));
        Files.setLastModifiedTime(fourth, FileTime.fromMillis(time.toMillis() + 2000));
        reopen(true);
        assertThat(dictionaries.received(PEER)).hasSize(2);

        replace(third, Dictionaries.of("three"), time.toMillis() + 1000);
        replace(fourth, Dictionaries.of("four"), time.toMillis() + 2000);
        dictionaries.maintain();

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("four").name(), Dictionaries.of("three").name());
    }

    private static void replace(Path file, Dictionary dictionary, long modified) throws IOException {
        Files.delete(file);
        DictionaryFile.write(file, dictionary);
        Files.setLastModifiedTime(file, FileTime.fromMillis(modified));
    }

    @Test
    void fileThatZstdRefuses_takesNoPlace_andIsReadAgain_afterItWasReplaced() throws IOException {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));
        Path directory = root.resolve(RECEIVED.directory());
        long latest = Files.getLastModifiedTime(
                        directory.resolve(Dictionaries.of("two").name() + ".dict"))
                .toMillis();
        Path refused = directory.resolve("refused.dict");
        DictionaryFile.write(refused, Dictionaries.refusedByZstd());
        Files.setLastModifiedTime(refused, FileTime.fromMillis(latest + 1000));
        reopen(true);
        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("two").name(), Dictionaries.of("one").name());

        replace(refused, Dictionaries.of("three"), latest + 1000);
        dictionaries.maintain();

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("three").name(), Dictionaries.of("two").name());
    }

    @Test
    void file_withoutMemory_isReadAgain_whenThereIsMemory() {
        learn(PEER, Dictionaries.of("one"));
        reopen(true);
        Account account = memory.account(Purpose.HISTORY, PEER);
        long all = account.pool().limitBytes();
        account.count(Storage.HEAP, all);
        assertThat(dictionaries.received(PEER)).isEmpty();
        dictionaries.maintain();
        assertThat(dictionaries.received(PEER)).isEmpty();

        account.giveBack(Storage.HEAP, all);
        dictionaries.maintain();

        assertThat(dictionaries.received(PEER))
                .containsExactly(Dictionaries.of("one").name());
    }

    @Test
    void fileThatWasDamaged_comesBehindADictionaryThatIsNotInAFileYet() throws IOException {
        learn(PEER, Dictionaries.of("one"));
        Path file = root.resolve(RECEIVED.directory())
                .resolve(Dictionaries.of("one").name() + ".dict");
        Files.writeString(file, "nDic");
        reopen(true);
        assertThat(dictionaries.received(PEER)).isEmpty();
        Files.delete(file);
        DictionaryFile.write(file, Dictionaries.of("one"));

        files.pause();
        dictionaries.maintain();
        learn(PEER, Dictionaries.of("two"));
        files.resume();

        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("two").name(), Dictionaries.of("one").name());
    }

    @Test
    void renewed_isTheLatest() {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));

        assertThat(dictionaries.renew(PEER, Dictionaries.of("one").name())).isTrue();

        assertThat(dictionaries.received(PEER).get(0))
                .isEqualTo(Dictionaries.of("one").name());
        assertThat(dictionaries.renew(PEER, Dictionaries.of("none").name())).isFalse();
        assertThat(dictionaries.renew(OTHER_PEER, Dictionaries.of("one").name()))
                .isFalse();
    }

    @Test
    void keep_beforeTheFilesAreRead_isTheLatest_andWrittenAfterwards() {
        learn(PEER, Dictionaries.of("one"));
        learn(PEER, Dictionaries.of("two"));
        reopen(true);
        files.pause();

        assertThat(learn(PEER, Dictionaries.of("three"))).isTrue();

        assertThat(dictionaries.received(PEER))
                .containsExactly(Dictionaries.of("three").name());
        files.resume();
        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("three").name(), Dictionaries.of("two").name());
        reopen(true);
        assertThat(dictionaries.received(PEER))
                .containsExactly(
                        Dictionaries.of("three").name(), Dictionaries.of("two").name());
    }

    @Test
    void keep_beforeItsOwnFileIsRead_isThereOnce() {
        learn(PEER, Dictionaries.of("one"));
        reopen(true);
        files.pause();

        learn(PEER, Dictionaries.of("one"));
        files.resume();

        assertThat(dictionaries.received(PEER))
                .containsExactly(Dictionaries.of("one").name());
    }

    @Test
    void keep_withoutMemory_isRefused_andNotWritten() {
        memory = Ledgers.of(1 << 20);
        reopen(true);

        assertThat(learn(PEER, Dictionaries.of("one"))).isFalse();

        assertThat(dictionaries.received(PEER)).isEmpty();
        assertThat(root).doesNotExist();
    }

    @Test
    void keep_ofANameThatIsNoTarget_isRefused() {
        assertThat(keep(PEER, "../raft", Dictionaries.of("one"))).isFalse();
        assertThat(keep(PEER, "unknown", Dictionaries.of("one"))).isFalse();

        assertThat(root).doesNotExist();
    }

    @Test
    void forget_freesTheMemory_andKeepsTheFiles() {
        learn(PEER, Dictionaries.of("one"));

        dictionaries.forget(PEER);

        assertThat(memory.contextBytes()).isZero();
        assertThat(dictionaries.received(PEER))
                .containsExactly(Dictionaries.of("one").name());
    }

    @Test
    void maintain_recordsWhichDictionariesContextsBeganWith() throws IOException {
        Dictionary dictionary = Dictionaries.of("one");
        learn(PEER, dictionary);
        StreamDictionary known = Objects.requireNonNull(dictionaries.byName(PEER, dictionary.name()));
        Path file = root.resolve(RECEIVED.directory()).resolve(dictionary.name() + ".dict");
        FileTime written = Files.getLastModifiedTime(file);

        now.addAndGet(Duration.ofHours(1).toNanos());
        dictionaries.maintain();
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);

        codecs.streamDecoder(Codec.LZ4, 16, known).close();
        now.addAndGet(Duration.ofHours(1).toNanos());
        dictionaries.maintain();
        assertThat(Files.getLastModifiedTime(file)).isGreaterThan(written);
    }

    @Test
    void maintain_chargesTheDigestsOfEncoders() {
        learn(PEER, Dictionaries.of("one"));
        StreamDictionary known = Objects.requireNonNull(
                dictionaries.byName(PEER, Dictionaries.of("one").name()));
        long before = known.memoryBytes();
        codecs.streamEncoder(CodecSpec.of(Codec.ZSTD, 3), known).close();

        dictionaries.maintain();

        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes())
                .isEqualTo(known.memoryBytes())
                .isGreaterThan(before);
    }

    @Test
    void fileOfAnOperator_isUsedForWhatIsSent() throws IOException {
        Path directory = Files.createDirectories(root.resolve("db-2/raft/dialled-sent"));
        DictionaryFile.write(directory.resolve("trained.dict"), Dictionaries.of("recorded"));

        dictionaries.received(PEER); // reads the files

        assertThat(Objects.requireNonNull(dictionaries.sent(PEER, "raft", true)).name())
                .isEqualTo(Dictionaries.of("recorded").name());
        assertThat(dictionaries.sent(PEER, "raft", false)).isNull();
        assertThat(dictionaries.sent(PEER, "sql", true)).isNull();
        assertThat(dictionaries.sent(OTHER_PEER, "raft", true)).isNull();
    }

    @Test
    void traffic_becomesADictionary() throws IOException {
        sendUntilEnough(BULK, false);

        awaitTraining();
        assertThat(dictionaries.trainings(TrainingOutcome.ADOPTED)).isEqualTo(1);
        assertThat(dictionaries.sent(PEER, "raft", true)).isNotNull();
        assertThat(dictionaries.sent(PEER, "raft", false)).isNull();
        assertThat(dictionaries.sent(OTHER_PEER, "raft", true)).isNull();
        assertThat(dictionaries.byName(
                        PEER,
                        Objects.requireNonNull(dictionaries.sent(PEER, "raft", true))
                                .name()))
                .isNull();
        try (var files = Files.list(root.resolve(SENT.directory()))) {
            assertThat(files).hasSize(1);
        }
        send(0, BULK, false); // not within the hour
        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes()).isZero();
    }

    @Test
    void training_leavesTheDigestsOfTheDictionaryInUseToLinks() throws IOException {
        Path directory = Files.createDirectories(root.resolve(SENT.directory()));
        DictionaryFile.write(directory.resolve("trained.dict"), Dictionaries.of("recorded"));
        dictionaries.received(PEER); // reads the files
        StreamDictionary current = Objects.requireNonNull(dictionaries.sent(PEER, "raft", true));

        sendUntilEnough(BULK, false);
        awaitTraining();

        assertThat(current.isPrepared(ZSTD)).isFalse();
    }

    @Test
    void discardedConnections_areNotTrainedOn() {
        for (int number = 0; number < 2 * KeySamples.ENOUGH_CONNECTIONS; number++) {
            now.addAndGet(KeySamples.INTERVAL_NANOS);
            ConnectionSample sample =
                    Objects.requireNonNull(dictionaries.beginSample(PEER, "raft", true, false, ANNOUNCED));
            sample.sent(BULK, message(number));
            sample.discard();
            sample.sent(BULK, message(number));
        }
        now.addAndGet(KeySamples.ENOUGH_NANOS);
        send(0, BULK, false);

        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes())
                .isEqualTo(TrainingTurns.KEY_BYTES); // not training
        for (TrainingOutcome outcome : TrainingOutcome.values()) {
            assertThat(dictionaries.trainings(outcome)).isZero();
        }
    }

    @Test
    void samples_ofConnectionsThatEnded_areDropped_whenTheRuleIsGone() {
        send(0, BULK, false);
        dictionaries.maintain();
        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes()).isEqualTo(TrainingTurns.KEY_BYTES);
        allowed.set(ConnectionScope.NONE);

        dictionaries.maintain();

        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes()).isZero();
    }

    @Test
    void samples_ofConnectionsWithTls_areDropped_whenTheRuleNoLongerAllowsThem() {
        send(0, BULK, true);
        dictionaries.maintain();
        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes()).isEqualTo(TrainingTurns.KEY_BYTES);
        allowed.set(ConnectionScope.PLAIN);

        dictionaries.maintain();

        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes()).isZero();
    }

    @Test
    void nothing_isSampledWithoutTraining() {
        reopen(false);

        assertThat(dictionaries.beginSample(PEER, "raft", true, false, ANNOUNCED))
                .isNull();
    }

    /** Waits until the memory of samples is free. */
    private void awaitTraining() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> memory.account(Purpose.SENDING, PEER).usedBytes() == 0);
    }

    /** Sends short connections of similar content until a dictionary is trained. */
    private void sendUntilEnough(TrafficClass trafficClass, boolean tls) {
        for (int connection = 0; connection < 2 * KeySamples.ENOUGH_CONNECTIONS; connection++) {
            send(connection, trafficClass, tls);
        }
        now.addAndGet(KeySamples.ENOUGH_NANOS);
        send(0, trafficClass, tls);
    }

    private void send(int connection, TrafficClass trafficClass, boolean tls) {
        now.addAndGet(KeySamples.INTERVAL_NANOS);
        ConnectionSample sample = Objects.requireNonNull(dictionaries.beginSample(PEER, "raft", true, tls, ANNOUNCED));
        for (int message = 0; message < 5; message++) {
            sample.sent(trafficClass, message(31 * connection + message));
        }
        sample.ended();
    }

    private static ByteBuffer message(int number) {
        String text = "POST /v3/kv/put HTTP/1.1\r\nHost: etcd-" + number % 3 + ".cluster.internal:2379\r\n"
                + "User-Agent: grpc-go/1.71.0\r\nContent-Type: application/json\r\nX-Request-Id: "
                + Integer.toHexString(number * 0x9E3779B9) + "\r\n\r\n{\"key\":\"registry/pods/default/web-"
                + Math.floorMod(number * 7919, 1000) + "\",\"value\":" + number * 31L + "}";
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
