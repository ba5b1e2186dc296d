package io.narrows.lab.bench.db;

import java.io.IOException;

/** A single call that processes the whole database. */
@FunctionalInterface
interface Upkeep {
    void run(Engine engine) throws IOException;

    static Task task(Upkeep upkeep) {
        return (engine, tally) -> {
            tally.start();
            upkeep.run(engine);
            tally.done(0);
        };
    }
}
