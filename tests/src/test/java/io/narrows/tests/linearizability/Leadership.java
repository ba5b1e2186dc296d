package io.narrows.tests.linearizability;

import io.grpc.StatusRuntimeException;
import io.narrows.node.etcd.StatusResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Finds the leader of a group from each member's own status. */
public final class Leadership {
    private static final int POLL_MILLIS = 20;

    private final List<StoreClient> members;

    public Leadership(List<StoreClient> members) {
        this.members = members;
    }

    /**
     * Waits for a leader; if several members claim to lead, returns the one of the latest term.
     *
     * @param candidates the members to ask, by number
     * @return its number; empty if there was none within the limit
     */
    public OptionalInt await(List<Integer> candidates, Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < limit.toNanos()) {
            OptionalInt leader = leader(candidates);
            if (leader.isPresent()) {
                return leader;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return OptionalInt.empty();
    }

    private OptionalInt leader(List<Integer> candidates) {
        long term = -1;
        OptionalInt leader = OptionalInt.empty();
        for (int candidate : candidates) {
            try {
                StatusResponse status = members.get(candidate).status();
                boolean leads = status.getLeader() == status.getHeader().getMemberId();
                if (leads && status.getRaftTerm() > term) {
                    term = status.getRaftTerm();
                    leader = OptionalInt.of(candidate);
                }
            } catch (StatusRuntimeException silent) {
                // It does not lead as far as clients can tell.
            }
        }
        return leader;
    }

    /** Returns the other members, by number. */
    List<Integer> others(int member) {
        List<Integer> others = new ArrayList<>(everybody());
        others.remove(Integer.valueOf(member));
        return others;
    }

    /** Returns all members, by number. */
    public List<Integer> everybody() {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            all.add(i);
        }
        return all;
    }
}
