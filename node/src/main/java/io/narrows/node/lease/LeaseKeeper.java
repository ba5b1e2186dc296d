package io.narrows.node.lease;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseTimeToLiveResponse;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.node.state.ChangeListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Keeps the {@link LeaseClock} true to what was applied, answers for it, and proposes that expired leases are revoked. */
public final class LeaseKeeper implements ChangeListener {
    /** Of one look at the clock, so that many that expire at once do not crowd out everything else. */
    private static final int MOST_REVOKED = 500;

    private static final long NOT_THERE = -1;

    private final LeaseClock clock;
    private final Keyspace keyspace;

    public LeaseKeeper(LeaseClock clock, Keyspace keyspace) {
        this.clock = clock;
        this.keyspace = keyspace;
        replaced();
    }

    public void lead() {
        clock.lead();
    }

    public void follow() {
        clock.follow();
    }

    @Override
    public void leaseGranted(long id, long ttl) {
        clock.grant(id, Duration.ofSeconds(ttl));
    }

    @Override
    public void leaseRevoked(long id) {
        clock.revoke(id);
    }

    @Override
    public void replaced() {
        try {
            clock.reset(keyspace.leases().stream()
                    .collect(Collectors.toMap(LeaseRecord::id, lease -> Duration.ofSeconds(lease.ttl()))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the clock says, if this member leads. */
    public Answer answer(Question question) {
        if (!clock.isLeading()) {
            return Answer.newBuilder()
                    .setRefusal(EtcdError.NOT_LEADER.refusal())
                    .build();
        }
        return question.hasKeepAlive()
                ? keptAlive(question.getKeepAlive().getID())
                : timeToLive(question.getTimeToLive().getID());
    }

    /** Proposes that expired leases are revoked; one that is not yet is proposed again the next time. */
    public void revokeExpired(Consumer<Command> propose) {
        List<Long> expired = clock.expired(MOST_REVOKED);
        for (long id : expired) {
            propose.accept(Command.newBuilder()
                    .setRevoke(LeaseRevokeRequest.newBuilder().setID(id))
                    .build());
        }
    }

    private Answer keptAlive(long id) {
        OptionalLong ttl = clock.keepAlive(id);
        return Answer.newBuilder()
                .setKeepAlive(LeaseKeepAliveResponse.newBuilder().setID(id).setTTL(ttl.orElse(0)))
                .build();
    }

    private Answer timeToLive(long id) {
        LeaseTimeToLiveResponse.Builder response =
                LeaseTimeToLiveResponse.newBuilder().setID(id).setTTL(NOT_THERE);
        OptionalLong remaining = clock.remainingNanos(id);
        if (remaining.isPresent()) {
            response.setTTL(Duration.ofNanos(remaining.getAsLong()).toSeconds());
            clock.granted(id).ifPresent(ttl -> response.setGrantedTTL(ttl.toSeconds()));
        }
        return Answer.newBuilder().setTimeToLive(response).build();
    }
}
