package io.narrows.cli.load;

import java.util.Optional;

/** What a client does, one after the other. For one client: the next step is asked for when the one before has ended. */
@FunctionalInterface
interface Script {
    /** Empty at the end. */
    Optional<Step> next();
}
