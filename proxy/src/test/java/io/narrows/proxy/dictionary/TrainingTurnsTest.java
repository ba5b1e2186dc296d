package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.DictionaryTraffic;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests which traffic is sampled, for how long, and what its samples are charged. */
final class TrainingTurnsTest {
    private static final DictionaryKey SQL = new DictionaryKey(PEER, new TargetName("sql"), true, true);

    private final AtomicLong now = new AtomicLong();
    private final MemoryLedger memory = Ledgers.of(1 << 30);
    private final List<KeySamples> enough = new ArrayList<>();
    private final TrainingTurns turns = new TrainingTurns(memory, now::get, enough::add);

    private static DictionaryKey keyOf(int peer) {
        return new DictionaryKey(new PeerId("peer-" + peer), new TargetName("raft"), true, true);
    }

    private KeySamples samplesFor(DictionaryKey key) {
        return Objects.requireNonNull(turns.beginOrJoin(key));
    }

    /** Adds reads until they are enough. */
    private KeySamples fill(DictionaryKey key) {
        KeySamples samples = samplesFor(key);
        SampledStream stream = Objects.requireNonNull(samples.begin(now.get()));
        while (samples.add(stream, new byte[60_000])) {
            turns.added(samples);
        }
        turns.added(samples);
        return samples;
    }

    @Test
    void turn_isTheSame_untilThereIsEnough() {
        KeySamples samples = samplesFor(SENT);

        assertThat(turns.beginOrJoin(SENT)).isSameAs(samples);
        assertThat(memory.contextBytes()).isEqualTo(TrainingTurns.KEY_BYTES);
        assertThat(enough).isEmpty();

        fill(SENT);

        assertThat(enough).containsExactly(samples);
        assertThat(turns.beginOrJoin(SENT)).isNull();
    }

    @Test
    void samples_ofManyShortConnections_areEnoughAfterAWhile() {
        KeySamples samples = samplesFor(SENT);
        for (int i = 0; i < KeySamples.ENOUGH_CONNECTIONS; i++) {
            now.addAndGet(KeySamples.INTERVAL_NANOS);
            SampledStream stream = Objects.requireNonNull(samples.begin(now.get()));
            samples.add(stream, new byte[10]);
            turns.added(samples);
            assertThat(samples.begin(now.get() + KeySamples.INTERVAL_NANOS - 1)).isNull();
        }
        assertThat(enough).isEmpty();

        now.set(KeySamples.ENOUGH_NANOS);
        turns.added(samples);

        assertThat(enough).containsExactly(samples);
        assertThat(samples.take()).hasSize(KeySamples.ENOUGH_CONNECTIONS);
    }

    @Test
    void emptyReads_makeNoConnectionThatCounts() {
        KeySamples samples = samplesFor(SENT);
        for (int i = 0; i < KeySamples.ENOUGH_CONNECTIONS; i++) {
            now.addAndGet(KeySamples.INTERVAL_NANOS);
            SampledStream stream = Objects.requireNonNull(samples.begin(now.get()));
            assertThat(samples.add(stream, new byte[0])).isTrue();
        }

        assertThat(samples.isEnough(KeySamples.ENOUGH_NANOS)).isFalse();
        assertThat(samples.take()).isEmpty();
    }

    @Test
    void fewKeys_areSampledAtOnce_andGiveWayAfterAWhile() {
        for (int peer = 0; peer < TrainingTurns.MOST_KEYS; peer++) {
            samplesFor(keyOf(peer));
        }
        DictionaryKey next = keyOf(TrainingTurns.MOST_KEYS);
        now.set(TrainingTurns.TURN_NANOS - 1);
        assertThat(turns.beginOrJoin(next)).isNull();

        now.set(TrainingTurns.TURN_NANOS);

        assertThat(turns.beginOrJoin(next)).isNotNull();
        assertThat(turns.beginOrJoin(keyOf(0))).isNull();
        assertThat(memory.contextBytes()).isEqualTo(TrainingTurns.KEY_BYTES);
    }

    @Test
    void newDictionary_isTheOnlyOneOfThePeerForAnHour_andOfTheKeyForSix() {
        turns.end(fill(SENT), TrainingOutcome.ADOPTED);
        assertThat(memory.contextBytes()).isZero();
        assertThat(turns.beginOrJoin(SQL)).isNull();
        assertThat(turns.beginOrJoin(keyOf(0))).isNotNull();

        now.addAndGet(TrainingTurns.INTERVAL_NANOS);

        assertThat(turns.beginOrJoin(SQL)).isNotNull();
        assertThat(turns.beginOrJoin(SENT)).isNull();
        now.addAndGet(TrainingTurns.ADOPTED_NANOS - TrainingTurns.INTERVAL_NANOS);
        assertThat(turns.beginOrJoin(SENT)).isNotNull();
    }

    @Test
    void refusedTraining_delaysItsKeyOnly() {
        turns.end(fill(SENT), TrainingOutcome.NOT_BETTER);

        assertThat(turns.beginOrJoin(SENT)).isNull();
        assertThat(turns.beginOrJoin(SQL)).isNotNull();
        now.addAndGet(TrainingTurns.INTERVAL_NANOS);
        assertThat(turns.beginOrJoin(SENT)).isNotNull();
    }

    @Test
    void peer_hasOneTrainingAtATime() {
        samplesFor(SQL);
        KeySamples first = fill(SENT);
        KeySamples second = fill(SQL);
        assertThat(enough).containsExactly(first);

        turns.end(first, TrainingOutcome.NOTHING_IN_COMMON);
        turns.added(second);

        assertThat(enough).containsExactly(first, second);
    }

    @Test
    void samples_ofAPeerWithANewDictionary_areDropped() {
        KeySamples dropped = samplesFor(SQL);

        turns.end(fill(SENT), TrainingOutcome.ADOPTED);

        assertThat(dropped.begin(now.get())).isNull();
        assertThat(memory.contextBytes()).isZero();
    }

    @Test
    void nothing_isSampledWithoutMemory() {
        TrainingTurns poor = new TrainingTurns(Ledgers.of(1 << 20), now::get, enough::add);

        assertThat(poor.beginOrJoin(SENT)).isNull();
    }

    @Test
    void samples_areDropped_ifNoConnectionBeginsForAWhile() {
        KeySamples samples = samplesFor(SENT);
        now.addAndGet(KeySamples.UNUSED_NANOS / 2);
        SampledStream stream = Objects.requireNonNull(samples.begin(now.get()));
        samples.add(stream, new byte[10]);
        now.addAndGet(KeySamples.UNUSED_NANOS);
        turns.dropUnusable(any -> true);
        assertThat(turns.beginOrJoin(SENT)).isSameAs(samples);

        now.addAndGet(KeySamples.INTERVAL_NANOS);
        turns.dropUnusable(any -> true);

        assertThat(memory.contextBytes()).isZero();
        assertThat(samples.take()).isEmpty();
        assertThat(turns.beginOrJoin(SENT)).isNotNull();
    }

    @Test
    void samples_areDropped_ifTheRulesNoLongerAllowThem() {
        SampledTraffic bulk =
                new SampledTraffic(new DictionaryTraffic(PEER, Dictionaries.ANNOUNCED, TrafficClass.BULK), false);
        KeySamples samples = samplesFor(SENT);
        samples.recordTraffic(bulk);
        SampledStream stream = Objects.requireNonNull(samples.begin(now.get()));
        samples.add(stream, new byte[10]);
        samplesFor(SQL);
        turns.dropUnusable(any -> true);
        assertThat(memory.contextBytes()).isEqualTo(2 * TrainingTurns.KEY_BYTES);

        turns.dropUnusable(traffic -> !traffic.equals(bulk));

        assertThat(memory.contextBytes()).isEqualTo(TrainingTurns.KEY_BYTES);
        assertThat(samples.add(stream, new byte[10])).isFalse();
        assertThat(samples.take()).isEmpty();
    }

    @Test
    void forget_dropsThePeersSamples_andItsWaits() {
        samplesFor(SQL);
        turns.end(fill(SENT), TrainingOutcome.NOT_BETTER);

        turns.forget(PEER);

        assertThat(memory.account(Purpose.SENDING, PEER).usedBytes()).isZero();
        assertThat(turns.beginOrJoin(SENT)).isNotNull();
    }

    @Test
    void close_dropsAllSamples() {
        samplesFor(SENT);

        turns.close();

        assertThat(memory.contextBytes()).isZero();
        assertThat(turns.beginOrJoin(SQL)).isNull();
    }
}
