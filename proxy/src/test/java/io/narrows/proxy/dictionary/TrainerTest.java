package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.DictionaryTraffic;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that every training ends, also while the process stops. */
final class TrainerTest {
    private static final Set<CodecSpec> CODECS = Set.of(CodecSpec.of(Codec.ZSTD, 3), CodecSpec.of(Codec.DENSE, 2));

    /** Trainings run on a thread of idle priority, which waits for whatever else the machine does. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Codecs codecs = Codecs.load();
    private final MemoryLedger memory = Ledgers.of(1 << 30);
    private final List<TrainingOutcome> outcomes = new CopyOnWriteArrayList<>();

    @TempDir
    private Path root;

    private DictionaryShelves shelves() {
        DictionaryStore store = new DictionaryStore(root, 1 << 20, InstantSource.system());
        DictionaryShelves shelves = new DictionaryShelves(store, codecs, memory, Runnable::run);
        shelves.keep(SENT, shelves.of(PEER), Dictionaries.of("current"));
        return shelves;
    }

    private Trainer trainer(DictionaryShelves shelves, SamplingRules rules) {
        return new Trainer(shelves, codecs, memory, Dictionary.MAX_BYTES, rules, Runnable::run);
    }

    private void awaitOutcomes(TrainingOutcome... expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(outcomes).containsExactly(expected));
    }

    private void assertThatNothingIsHeld(DictionaryShelves shelves) {
        shelves.close();
        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes()).isZero();
    }

    @Test
    void submit_withoutWorkers_endsAsFailed() {
        DictionaryShelves shelves = shelves();
        Trainer trainer = new Trainer(shelves, codecs, memory, Dictionary.MAX_BYTES, any -> CODECS, task -> {
            throw new RejectedExecutionException();
        });

        trainer.submit(new KeySamples(SENT, 0), outcomes::add);

        assertThat(outcomes).containsExactly(TrainingOutcome.FAILED);
        assertThat(trainer.trainings(TrainingOutcome.FAILED)).isOne();
        assertThatNothingIsHeld(shelves);
    }

    @Test
    void submit_afterClose_endsAsFailed() {
        DictionaryShelves shelves = shelves();
        Trainer trainer = trainer(shelves, any -> CODECS);
        trainer.close();

        trainer.submit(new KeySamples(SENT, 0), outcomes::add);

        assertThat(outcomes).containsExactly(TrainingOutcome.FAILED);
        assertThat(trainer.trainings(TrainingOutcome.FAILED)).isOne();
        assertThatNothingIsHeld(shelves);
    }

    @Test
    void training_whoseDictionaryCannotBeKept_endsAsFailed() {
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        DictionaryStore store = new DictionaryStore(root, 1 << 20, InstantSource.system());
        DictionaryShelves shelves = new DictionaryShelves(store, codecs, memory, task -> {
            if (failure.get() != null) {
                throw failure.get();
            }
            task.run();
        });
        shelves.of(PEER);
        failure.set(new IllegalStateException("expected by the test"));
        Trainer trainer = new Trainer(shelves, codecs, memory, Dictionary.MAX_BYTES, any -> CODECS, task -> {
            try {
                task.run();
            } catch (IllegalStateException e) {
                assertThat(e).isSameAs(failure.get());
            }
        });

        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.FAILED);
        assertThat(trainer.trainings(TrainingOutcome.FAILED)).isOne();
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    @Test
    void training_staysCharged_untilItsDictionaryIsKept() {
        DictionaryShelves shelves = shelves();
        Account account = memory.account(Purpose.SENDING, PEER);
        List<Long> charged = new CopyOnWriteArrayList<>();
        Trainer trainer = new Trainer(shelves, codecs, memory, Dictionary.MAX_BYTES, any -> CODECS, task -> {
            charged.add(account.usedBytes());
            task.run();
        });

        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.ADOPTED);
        assertThat(charged).containsExactly(0L, Trainer.TRAINING_BYTES); // when it is prepared, and concluded
        assertThat(account.usedBytes()).isZero();
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    @Test
    void training_thatNoWorkerCanConclude_givesItsMemoryBack() {
        DictionaryShelves shelves = shelves();
        Account account = memory.account(Purpose.SENDING, PEER);
        Trainer trainer = new Trainer(shelves, codecs, memory, Dictionary.MAX_BYTES, any -> CODECS, task -> {
            if (account.usedBytes() > 0) {
                throw new StackOverflowError("expected by the test");
            }
            task.run();
        });

        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.FAILED);
        assertThat(account.usedBytes()).isZero();
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    /** The second training has the first one's dictionary, which the peer cannot read: it is not compared with that. */
    @Test
    void training_forAPeerThatDoesNotReadFrames_makesNone() {
        DictionaryShelves shelves = shelves();
        Trainer trainer = trainer(shelves, any -> CODECS);
        trainer.submit(samples(), outcomes::add);
        awaitOutcomes(TrainingOutcome.ADOPTED);
        assertThat(latest(shelves).hasFrames()).isTrue();

        shelves.of(PEER).setReadsFrames(false);
        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.ADOPTED, TrainingOutcome.ADOPTED);
        assertThat(latest(shelves).hasFrames()).isFalse();
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    /** Level 3 of dense does not begin from the state of frames. */
    @ParameterizedTest
    @CsvSource({"ZSTD, 3, false", "LZ4, 0, false", "DENSE, 3, false", "DENSE, 0, true", "DENSE, 2, true"})
    void training_makesFrames_onlyForCodecsThatUseThem(Codec codec, int level, boolean hasFrames) {
        DictionaryShelves shelves = shelves();
        Set<CodecSpec> used = Set.of(CodecSpec.of(codec, level));
        Trainer trainer = trainer(shelves, any -> used);

        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.ADOPTED);
        assertThat(latest(shelves).hasFrames()).isEqualTo(hasFrames);
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    private static Dictionary latest(DictionaryShelves shelves) {
        return Objects.requireNonNull(shelves.of(PEER).latest(SENT)).dictionary();
    }

    @Test
    void training_onSamplesThatAreNoLongerAllowed_keepsNothing() {
        DictionaryShelves shelves = shelves();
        Trainer trainer = trainer(shelves, traffic -> traffic.tls() ? CODECS : Set.of());

        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.NOT_ALLOWED);
        assertThat(shelves.count(true)).isOne();
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    /** The digests of a dictionary in use are kept as long as the dictionary, and charged to the peer. */
    @Test
    void training_digestsTheDictionaryInUseForNoLink_andNeedsNoMemoryForThat() {
        DictionaryShelves shelves = shelves();
        Trainer trainer = trainer(shelves, any -> CODECS);
        trainer.submit(samples(), outcomes::add);
        awaitOutcomes(TrainingOutcome.ADOPTED);
        StreamDictionary current = Objects.requireNonNull(shelves.of(PEER).latest(SENT));
        Account others = memory.account(Purpose.HISTORY, Dictionaries.OTHER_PEER);
        others.count(Storage.HEAP, others.pool().limitBytes());

        trainer.submit(samples(), outcomes::add);

        awaitOutcomes(TrainingOutcome.ADOPTED, TrainingOutcome.NOT_BETTER);
        assertThat(current.isPrepared(CodecSpec.of(Codec.ZSTD, 3))).isFalse();
        trainer.close();
        assertThatNothingIsHeld(shelves);
    }

    /** Returns samples of connections that have much in common. */
    private static KeySamples samples() {
        KeySamples samples = new KeySamples(SENT, 0);
        samples.recordTraffic(
                new SampledTraffic(new DictionaryTraffic(PEER, Dictionaries.ANNOUNCED, TrafficClass.BULK), false));
        for (int i = 0; i < 2 * KeySamples.ENOUGH_CONNECTIONS; i++) {
            SampledStream stream = Objects.requireNonNull(samples.begin(i * KeySamples.INTERVAL_NANOS));
            String text = "POST /v3/kv/put HTTP/1.1\r\nHost: etcd-" + i % 3 + ".cluster.internal:2379\r\n"
                    + "User-Agent: grpc-go/1.71.0\r\nContent-Type: application/json\r\nX-Request-Id: "
                    + Integer.toHexString(i * 0x9E3779B9) + "\r\n\r\n{\"key\":\"registry/pods/default/web-"
                    + Math.floorMod(i * 7919, 1000) + "\",\"value\":" + i * 31L + "}";
            samples.add(stream, text.getBytes(StandardCharsets.UTF_8));
        }
        return samples;
    }

    @Test
    void keep_afterThePeerWasForgotten_takesNoMemory() {
        DictionaryShelves shelves = shelves();
        PeerShelf shelf = shelves.of(PEER);
        shelves.forget(PEER);

        shelves.keep(SENT, shelf, Dictionaries.of("new"));

        assertThat(memory.account(Purpose.HISTORY, PEER).usedBytes()).isZero();
        assertThat(shelves.count(true)).isZero();
        assertThat(shelves.of(PEER).count(true)).isEqualTo(2); // read from files
        assertThatNothingIsHeld(shelves);
    }
}
