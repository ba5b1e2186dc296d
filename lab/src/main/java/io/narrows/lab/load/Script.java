package io.narrows.lab.load;

import java.util.Optional;

/** A client's sequence of steps. Used by one client, which requests the next step after the previous one has finished. */
@FunctionalInterface
interface Script {
    /** Returns the next step; empty at the end. */
    Optional<Step> next();
}
