package io.narrows.proxy.dictionary;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.config.Announcement;
import io.narrows.config.DictionarySettings;
import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import io.narrows.proxy.link.dictionary.ConnectionSample;
import io.narrows.proxy.link.dictionary.SidecarDictionaries;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.TakenMemory;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dictionaries of a sidecar, of each peer apart: those that this side trained for what it sends to the peer, and those that the peer
 * made for what it sends. They are in memory, charged to the peer, and in files. None is given to another peer. Safe for use by many
 * threads; only {@link #close} waits for files.
 */
public final class PeerDictionaries implements SidecarDictionaries, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerDictionaries.class);
    private static final long RECORD_NANOS = 3_600_000_000_000L;
    private static final long CLOSE_SECONDS = 5;

    private final KnownTargets targets;
    private final SamplingRules rules;
    private final DictionaryStore store;
    private final DictionaryShelves shelves;
    private final TrainingTurns turns;
    private final Trainer trainer;
    private final ExecutorService files;
    private final boolean trains;
    private final LongSupplier nanoClock;
    private long recordedAt;

    /**
     * @param live has the targets for which peers may send dictionaries
     * @param memory the ledger that dictionaries, samples and trainings are charged to
     * @param workers prepare and conclude trainings
     * @param nanoClock the clock of the links
     * @param clock the time that files get
     */
    public PeerDictionaries(
            DictionarySettings settings,
            LiveConfig live,
            Codecs codecs,
            MemoryLedger memory,
            Executor workers,
            LongSupplier nanoClock,
            InstantSource clock) {
        this(
                settings,
                KnownTargets.of(live),
                traffic -> traffic.codecs(live.current()),
                codecs,
                memory,
                workers,
                StoreThread.start(),
                nanoClock,
                clock);
    }

    /**
     * @param rules those of the configuration in force
     * @param files reads and writes files, in order; shut down by {@link #close}
     */
    PeerDictionaries(
            DictionarySettings settings,
            KnownTargets targets,
            SamplingRules rules,
            Codecs codecs,
            MemoryLedger memory,
            Executor workers,
            ExecutorService files,
            LongSupplier nanoClock,
            InstantSource clock) {
        this.targets = targets;
        this.rules = rules;
        this.files = files;
        this.store = new DictionaryStore(settings.path(), settings.storeSize(), clock);
        this.shelves = new DictionaryShelves(store, codecs, memory, files);
        this.trainer = new Trainer(shelves, codecs, memory, settings.maxSize(), rules, workers);
        this.turns = new TrainingTurns(memory, nanoClock, this::train);
        this.trains = settings.train() && codecs.has(Codec.ZSTD);
        this.nanoClock = nanoClock;
        this.recordedAt = nanoClock.getAsLong();
    }

    private void train(KeySamples samples) {
        trainer.submit(samples, outcome -> turns.end(samples, outcome));
    }

    @Override
    public @Nullable StreamDictionary sent(
            PeerId peer, String target, boolean dialled, Predicate<DictionaryName> known) {
        PeerShelf shelf = shelves.of(peer);
        Optional<TargetName> name = TargetName.of(target);
        return name.isEmpty() ? null : shelf.latest(new DictionaryKey(peer, name.get(), dialled, true), known);
    }

    @Override
    public void setReadsFrames(PeerId peer, boolean reads) {
        shelves.of(peer).setReadsFrames(reads);
    }

    @Override
    public @Nullable StreamDictionary byName(PeerId peer, DictionaryName name) {
        return shelves.of(peer).received(name);
    }

    @Override
    public List<DictionaryName> received(PeerId peer) {
        return shelves.of(peer).received();
    }

    @Override
    public boolean renew(PeerId peer, DictionaryName name) {
        return shelves.of(peer).renewReceived(name);
    }

    @Override
    public boolean keep(PeerId peer, String target, boolean dialled, Dictionary dictionary, TakenMemory reserved) {
        Optional<TargetName> name = TargetName.of(target);
        return name.isPresent()
                && targets.has(peer, name.get(), dialled)
                && shelves.keep(new DictionaryKey(peer, name.get(), dialled, false), dictionary, reserved);
    }

    @Override
    public boolean prepare(PeerId peer, StreamDictionary dictionary, CodecSpec spec) {
        return shelves.of(peer).prepare(dictionary, spec);
    }

    @Override
    public @Nullable ConnectionSample beginSample(
            PeerId peer, String target, boolean dialled, boolean tls, Announcement announced) {
        Optional<TargetName> name = trains ? TargetName.of(target) : Optional.empty();
        if (name.isEmpty()) {
            return null;
        }
        return new SampledConnection(turns, new DictionaryKey(peer, name.get(), dialled, true), tls, announced);
    }

    /**
     * Charges what the dictionaries take now, looks again at files that could not be used and have changed or had no memory, drops samples that are unused or
     * no longer allowed, and records from time to time which dictionaries are used. Call about once a minute.
     */
    public void maintain() {
        shelves.recount();
        shelves.lookAgain();
        turns.dropUnusable(rules::allow);
        long now = nanoClock.getAsLong();
        if (now - recordedAt >= RECORD_NANOS) {
            recordedAt = now;
            shelves.recordUse();
        }
    }

    /** Frees the memory of a peer that has left. Its files stay. */
    public void forget(PeerId peer) {
        turns.forget(peer);
        shelves.forget(peer);
    }

    /** Returns how many dictionaries are in memory: those that this side made, or its peers. */
    int held(boolean sent) {
        return shelves.count(sent);
    }

    /** Returns how many trainings had an outcome. */
    long trainings(TrainingOutcome outcome) {
        return trainer.trainings(outcome);
    }

    /** Returns the size of all files when the store was last read or written, in bytes. */
    long storeBytes() {
        return store.bytes();
    }

    /** Ends trainings, closes all dictionaries, and waits up to 5 s for their files. Contexts that use them continue. */
    @Override
    public void close() {
        trainer.close();
        turns.close();
        shelves.close();
        files.shutdown();
        try {
            if (!files.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("stopping before all dictionaries are written; those will be trained or received again");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // stopping
        }
    }
}
