package io.narrows.unpack.recipe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A pool of workspaces, whose native memory is charged to one account. Idle ones are at most one per processor; the one that was given back
 * last is taken first, so that those that are not needed stay idle, and are closed. When memory is short, all idle ones are closed.
 * Safe for use by many threads.
 */
public final class Workspaces {
    private final WorkspaceMemory memory;
    private final LongSupplier nanoClock;
    private final int mostIdle = Runtime.getRuntime().availableProcessors();
    private final Deque<Idle> idle = new ArrayDeque<>();
    private boolean closed;

    /** A workspace since it was given back. */
    private record Idle(Workspace workspace, long since) {}

    /** @param nanoClock a monotonic clock in nanoseconds */
    public Workspaces(WorkspaceMemory memory, LongSupplier nanoClock) {
        this.memory = new Reclaiming(memory);
        this.nanoClock = nanoClock;
    }

    /** The account, for which idle workspaces are closed when it has not enough. */
    private final class Reclaiming implements WorkspaceMemory {
        private final WorkspaceMemory account;

        Reclaiming(WorkspaceMemory account) {
            this.account = account;
        }

        @Override
        public boolean take(long bytes) {
            return account.take(bytes) || closeIdleFor(0) && account.take(bytes);
        }

        @Override
        public void giveBack(long bytes) {
            account.giveBack(bytes);
        }
    }

    /** Returns a workspace that belongs to the caller until it is given back. A new one holds no memory yet. */
    public Workspace take() {
        synchronized (idle) {
            Idle last = idle.pollFirst();
            if (last != null) {
                return last.workspace();
            }
        }
        return new Workspace(memory);
    }

    /** Returns an account for memory that is held longer than a workspace is. The caller gives back what it took. */
    public Charge charge() {
        return new Charge(memory);
    }

    /** Returns a workspace to the pool, or closes it. */
    public void giveBack(Workspace workspace) {
        synchronized (idle) {
            if (!closed && idle.size() < mostIdle) {
                idle.addFirst(new Idle(workspace, nanoClock.getAsLong()));
                return;
            }
        }
        workspace.close();
    }

    /**
     * Closes the workspaces that were not used for some time.
     *
     * @return whether there were any
     */
    public boolean closeIdleFor(long nanos) {
        List<Workspace> unused = new ArrayList<>();
        synchronized (idle) {
            long now = nanoClock.getAsLong();
            while (!idle.isEmpty() && now - idle.getLast().since() >= nanos) {
                unused.add(idle.removeLast().workspace());
            }
        }
        unused.forEach(Workspace::close);
        return !unused.isEmpty();
    }

    /** Closes all that are idle, and each that is given back later. */
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        closeIdleFor(0);
    }
}
