package io.narrows.lab.bench.db;

import io.narrows.codec.Codecs;
import io.narrows.lab.bench.db.Trial.Database;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The benchmarks, named as in db_bench. */
enum Benchmark {
    FILLSEQ(Database.FRESH, (work, thread) -> new Fill(work, KeySequence.ascending())),
    FILLRANDOM(Database.FRESH, (work, thread) -> new Fill(work, work.randomKeys(thread))),
    OVERWRITE(Database.THERE, (work, thread) -> new Fill(work, work.randomKeys(thread))),
    READRANDOM(Database.THERE, (work, thread) -> new ReadRandom(work, work.randomKeys(thread))),
    READSEQ(Walk.TIMED_ONE_IN, (work, thread) -> Walk.forward(work)),
    READREVERSE(Walk.TIMED_ONE_IN, (work, thread) -> Walk.backward(work)),
    MULTIREADRANDOM(Database.THERE, (work, thread) -> new MultiReadRandom(work, work.randomKeys(thread))),
    SEEKRANDOM(Database.THERE, (work, thread) -> new SeekRandom(work, work.randomKeys(thread))),
    COMPRESS(Compress::new),
    UNCOMPRESS(Uncompress::new),
    COMPRESSREJECT(CompressReject::new),
    FLUSH(Engine::flush),
    COMPACT(Engine::compact),
    WAITFORCOMPACTION(Engine::awaitCompactions),
    /** Prints the engine's statistics; measures nothing. */
    STATS(engine -> {});

    private final Function<Settings, List<Trial>> trials;
    private final boolean isOfCodecs;

    Benchmark(Database database, BiFunction<Workload, Integer, Task> task) {
        this(database, 1, task);
    }

    Benchmark(int timedOneIn, BiFunction<Workload, Integer, Task> task) {
        this(Database.THERE, timedOneIn, task);
    }

    Benchmark(Database database, int timedOneIn, BiFunction<Workload, Integer, Task> task) {
        this.isOfCodecs = false;
        this.trials = settings -> List.of(
                new Trial(toString(), database, true, timedOneIn, thread -> task.apply(settings.workload(), thread)));
    }

    Benchmark(Upkeep upkeep) {
        this.isOfCodecs = false;
        this.trials =
                settings -> List.of(new Trial(toString(), Database.THERE, false, 1, thread -> Upkeep.task(upkeep)));
    }

    Benchmark(Function<CodecWork, Task> task) {
        this.isOfCodecs = true;
        this.trials = settings -> {
            Codecs codecs = Codecs.load();
            return settings.codecs().stream()
                    .map(spec -> new CodecWork(
                            settings.workload(), codecs, spec, settings.engine().blockSize(), settings.codecBytes()))
                    .map(work ->
                            new Trial(this + " " + work.spec(), Database.NONE, true, 1, thread -> task.apply(work)))
                    .toList();
        };
    }

    /** Returns the trials: for a codec benchmark, one per codec in the options, otherwise one. */
    List<Trial> trials(Settings settings) {
        return trials.apply(settings);
    }

    /** Returns whether the benchmark measures a codec, without a database. */
    boolean isOfCodecs() {
        return isOfCodecs;
    }

    static Optional<Benchmark> of(String name) {
        return Arrays.stream(values())
                .filter(benchmark -> benchmark.toString().equals(name))
                .findFirst();
    }

    /** Returns the name on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
