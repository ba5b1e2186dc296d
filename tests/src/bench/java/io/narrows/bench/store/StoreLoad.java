package io.narrows.bench.store;

import io.narrows.lab.load.Demand;
import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.Mix;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.Population;
import java.util.Locale;
import java.util.function.Function;

/** A load on a group of stores. */
public enum StoreLoad {
    /** The writes of {@code narrows bench node}, among its reads and watches. */
    WRITES(Mix.DEFAULT, Population.DEFAULT, 20, 3, LoadFigures::writes),
    /** These writes while revisions are compacted. */
    COMPACTED_WRITES(Mix.DEFAULT, Population.DEFAULT, 20, 3, LoadFigures::writes),
    /** Linearizable gets of one pod. */
    GETS(Mix.only(Operation.GET), pods(StoreLoad.MANY), 1, 0, LoadFigures::reads),
    /** Linearizable lists of the first pods of a namespace, each with its value. */
    LISTS(Mix.only(Operation.LIST), pods(StoreLoad.MANY), StoreLoad.PAGE, 0, LoadFigures::reads),
    /** Keep-alives of one lease per client. */
    KEEP_ALIVES(Mix.only(Operation.KEEP_ALIVE), pods(0), 1, 0, LoadFigures::keepAlives);

    /** Number of keys in the response to a list: that of a page of the Kubernetes API server. */
    static final int PAGE = 500;

    /** Number of pods of which each namespace has at least a page. */
    private static final int MANY = 8_000;

    private final Mix mix;
    private final Population population;
    private final int limit;
    private final int watches;
    private final Function<LoadFigures, LatencyFigures> counted;

    StoreLoad(Mix mix, Population population, int limit, int watches, Function<LoadFigures, LatencyFigures> counted) {
        this.mix = mix;
        this.population = population;
        this.limit = limit;
        this.watches = watches;
        this.counted = counted;
    }

    /** Returns whether revisions are compacted meanwhile. */
    boolean compacts() {
        return this == COMPACTED_WRITES;
    }

    private static Population pods(int count) {
        return new Population(count, 0, Population.DEFAULT.podBytes(), Population.DEFAULT.seed());
    }

    /** Returns the objects that exist before the load. */
    Population population() {
        return population;
    }

    /**
     * Returns the demand of clients.
     *
     * @param rate operations per second of all clients together, for {@link #WRITES} without its reads; 0 for as many as possible
     */
    Demand demand(int clients, double rate) {
        return new Demand(clients, rate, mix, limit, watches);
    }

    /** Returns the latencies of the operations that it is named after. */
    LatencyFigures counted(LoadFigures figures) {
        return counted.apply(figures);
    }

    /** Returns the name on the command line and in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
