package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.TakenMemory;
import io.narrows.proxy.sample.IdlePriority;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Trains dictionaries on samples, one after another, on a thread of idle priority that ends when it has nothing to do. */
final class Trainer {
    /**
     * Memory of a training besides the samples, in bytes: their copy, zstd's tables (two of 4 MiB), the dictionary's digests and
     * frames, and an encoder at a time to make the frames and to measure it.
     */
    static final long TRAINING_BYTES = 16 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Trainer.class);
    private static final long IDLE_SECONDS = 60;

    private final DictionaryShelves shelves;
    private final Codecs codecs;
    private final MemoryLedger accounts;
    private final int maxBytes;
    private final SamplingRules rules;
    private final Executor workers;
    private final Map<TrainingOutcome, LongAdder> outcomes = new EnumMap<>(TrainingOutcome.class);
    private final ThreadPoolExecutor thread;

    /**
     * @param accounts the ledger whose account of the peer for sending is charged while a dictionary is trained
     * @param maxBytes limit of a dictionary
     * @param rules those of the configuration in force, whose codecs measure
     * @param workers begin and conclude trainings, and keep the new dictionary
     */
    Trainer(
            DictionaryShelves shelves,
            Codecs codecs,
            MemoryLedger accounts,
            int maxBytes,
            SamplingRules rules,
            Executor workers) {
        this.shelves = shelves;
        this.codecs = codecs;
        this.accounts = accounts;
        this.maxBytes = maxBytes;
        this.rules = rules;
        this.workers = workers;
        for (TrainingOutcome outcome : TrainingOutcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
        this.thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Trainer::thread);
        thread.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Runnable idle = () -> {
            try {
                IdlePriority.set(true);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // stopping
            }
            work.run();
        };
        Thread made = new Thread(idle, "narrows-dictionaries");
        made.setDaemon(true);
        return made;
    }

    /**
     * Trains on samples, and keeps the dictionary if it is better than the one in use and the rules still allow the samples. Does not block.
     *
     * @param ended gets the outcome, once, on a worker, or in the thread of {@link #close} or of this call while the process stops
     */
    void submit(KeySamples samples, Consumer<TrainingOutcome> ended) {
        DictionaryKey key = samples.key();
        PeerShelf shelf = shelves.of(key.peer());
        boolean readsFrames = shelf.readsFrames();
        StreamDictionary latest = shelf.latestReadable(key, readsFrames);
        Dictionary current = latest == null ? null : latest.dictionary();
        Training training = new Training(key, shelf, samples, readsFrames, current, ended);
        training.continueOn(workers, training::prepare);
    }

    /** A training: prepared on a worker, run on the thread of idle priority, and concluded on a worker. */
    private final class Training implements Runnable {
        private final DictionaryKey key;
        private final PeerShelf shelf;
        private final KeySamples samples;
        private final boolean readsFrames;
        private final List<List<byte[]>> connections;
        private final @Nullable Dictionary current;
        private final Consumer<TrainingOutcome> ended;

        /** Memory of the training, until it ends. */
        private final TakenMemory memory;

        /** The codecs that measure. */
        private List<CodecSpec> measured = List.of();

        /**
         * @param readsFrames whether the peer's release reads dictionaries with frames
         * @param current the dictionary in use
         */
        Training(
                DictionaryKey key,
                PeerShelf shelf,
                KeySamples samples,
                boolean readsFrames,
                @Nullable Dictionary current,
                Consumer<TrainingOutcome> ended) {
            this.key = key;
            this.shelf = shelf;
            this.samples = samples;
            this.readsFrames = readsFrames;
            this.connections = samples.take();
            this.current = current;
            this.ended = ended;
            this.memory = new TakenMemory(accounts.account(Purpose.SENDING, key.peer()), Storage.NATIVE);
        }

        void continueOn(Executor executor, Runnable step) {
            try {
                executor.execute(step);
            } catch (RejectedExecutionException | Error e) { // after an Error, the memory would stay charged
                abandon(e);
            }
        }

        /**
         * Finds the codecs that measure: on a worker, because it locks the samples, to which connections still try to add. An event loop would
         * wait for a thread of idle priority.
         */
        void prepare() {
            try {
                measured = TrainingRun.measured(samples.codecs(rules), codecs);
            } catch (RuntimeException | Error e) {
                abandon(e);
                throw e;
            }
            continueOn(thread, this);
        }

        @Override
        public void run() {
            Supplier<TrainingOutcome> conclusion = memory.raise(TRAINING_BYTES)
                    ? attempt(key, shelf, connections, readsFrames, measured, current)
                    : () -> TrainingOutcome.MEMORY;
            continueOn(workers, () -> conclude(conclusion));
        }

        private void conclude(Supplier<TrainingOutcome> conclusion) {
            TrainingOutcome outcome = TrainingOutcome.FAILED;
            try {
                outcome = samples.isAllowed(rules::allow) ? conclusion.get() : TrainingOutcome.NOT_ALLOWED;
            } finally {
                end(outcome);
            }
        }

        /** @param cause why it cannot go on; null if the process stops */
        void abandon(@Nullable Throwable cause) {
            LOG.atLevel(cause == null ? Level.INFO : Level.WARN)
                    .addKeyValue("peer", key.peer())
                    .setCause(cause)
                    .log("abandoning the training of a dictionary");
            end(TrainingOutcome.FAILED);
        }

        private void end(TrainingOutcome outcome) {
            memory.giveBack();
            ended.accept(counted(outcome));
        }
    }

    /** Trains, without any lock that an event loop may wait for. */
    private Supplier<TrainingOutcome> attempt(
            DictionaryKey key,
            PeerShelf shelf,
            List<List<byte[]>> connections,
            boolean readsFrames,
            List<CodecSpec> measured,
            @Nullable Dictionary current) {
        try {
            TrainingRun run = TrainingRun.of(connections, current, maxBytes, readsFrames, measured, codecs);
            return () -> conclude(key, shelf, connections.size(), run);
        } catch (MalformedDataException | RuntimeException | Error e) {
            return () -> {
                LOG.atError()
                        .addKeyValue("peer", key.peer())
                        .setCause(e)
                        .log("cannot train a dictionary because of an internal error");
                return TrainingOutcome.FAILED;
            };
        }
    }

    private TrainingOutcome conclude(DictionaryKey key, PeerShelf shelf, int connections, TrainingRun run) {
        if (run.dictionary().isEmpty()) {
            return TrainingOutcome.NOTHING_IN_COMMON;
        }
        Dictionary dictionary = run.dictionary().get();
        TrainingOutcome outcome = TrainingOutcome.NOT_BETTER;
        if (run.isBetter()) {
            outcome = shelves.keep(key, shelf, dictionary) ? TrainingOutcome.ADOPTED : TrainingOutcome.MEMORY;
        }
        LOG.atInfo()
                .addKeyValue("peer", key.peer())
                .addKeyValue("target", key.target())
                .addKeyValue("dictionary", dictionary)
                .addKeyValue("connections", connections)
                .addKeyValue("saved", String.format(Locale.ROOT, "%.1f %%", 100 * run.saved()))
                .log("trained a dictionary: {}", outcome.label());
        return outcome;
    }

    private TrainingOutcome counted(TrainingOutcome outcome) {
        count(outcome).increment();
        return outcome;
    }

    private LongAdder count(TrainingOutcome outcome) {
        return Objects.requireNonNull(outcomes.get(outcome));
    }

    /** Returns how many trainings had an outcome. */
    long trainings(TrainingOutcome outcome) {
        return count(outcome).sum();
    }

    /** Ends the thread; what waits is not trained. */
    void close() {
        for (Runnable waiting : thread.shutdownNow()) {
            if (waiting instanceof Training training) {
                training.abandon(null);
            }
        }
    }
}
