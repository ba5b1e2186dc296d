package io.narrows.bench.raft;

import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import java.io.Closeable;
import java.util.concurrent.CompletableFuture;

/** A member of the group that runs. Safe for use by many threads; no call but {@link #close} blocks. */
public interface Member extends Closeable {
    /** Completes when the command is applied here; the same thread may propose the next. */
    CompletableFuture<Outcome> propose(Command command);

    /** Completes when all that the group had acknowledged at the time of the call is applied here. */
    CompletableFuture<Void> readBarrier();

    /** Whether it leads, as far as it knows. */
    boolean leads();

    /** The index of the last entry that is applied here. */
    long applied();
}
