package io.narrows.bench.raft;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A way to replicate the store's state machine. Each is a package beside this one. */
public interface RaftCore {
    /**
     * Starts a member; may block until the others of a new group start too, and is called on a thread of its own.
     *
     * @throws IOException when it cannot start
     */
    Member start(MemberSetup setup) throws IOException;

    /**
     * Has the group accept a member whose directory was wiped, as the core's rules ask for it, before it is started with {@link
     * MemberSetup#joins}: nothing for those that need nothing.
     *
     * @param leader of the others
     */
    default CompletableFuture<Void> replace(String wiped, Member leader) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Begins to add a member that is not started, and does not wait for it.
     *
     * @return whether the core can
     */
    default boolean addAbsent(String name, Member leader) {
        return false;
    }

    /**
     * Leaves at the end of a member's log, which is stopped, what a power cut may leave of an entry that nobody acknowledged.
     *
     * @return whether it has
     */
    default boolean tear(Path directory, Random random) throws IOException {
        return false;
    }
}
