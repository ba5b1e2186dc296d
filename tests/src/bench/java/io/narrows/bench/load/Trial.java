package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;

/** Work for a tunnel. */
public interface Trial {
    /** Returns the name in tables and on the command line. */
    String name();

    /**
     * Runs the work once, over new connections.
     *
     * @throws IOException if it could not be completed
     */
    Outcome run(Route route) throws IOException;
}
