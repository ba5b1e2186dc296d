package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;

/** Work for a tunnel. */
public interface Trial {
    /** As tables and the command line have it. */
    String name();

    /**
     * Does the work once, over connections of its own.
     *
     * @throws IOException when it could not be done to its end
     */
    Outcome run(Route route) throws IOException;
}
