package io.narrows.node.replica;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcomes;
import java.util.concurrent.CompletableFuture;

/** An entry that this member has proposed as the leader. SOFAJRaft reports a failure, the state machine the outcomes. */
final class Proposal implements Closure {
    private final Entry entry;
    private final CompletableFuture<Agreed> agreed = new CompletableFuture<>();

    Proposal(Entry entry) {
        this.entry = entry;
    }

    Entry entry() {
        return entry;
    }

    /** Completes when the entry is applied here, on the applying thread. */
    CompletableFuture<Agreed> agreed() {
        return agreed;
    }

    void applied(long index, Outcomes outcomes) {
        agreed.complete(new Agreed(index, outcomes));
    }

    @Override
    public void run(Status status) {
        if (!status.isOk()) {
            agreed.completeExceptionally(Failures.ofAppend(status));
        }
    }
}
