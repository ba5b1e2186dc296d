package io.narrows.tests.linearizability;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.narrows.tests.linearizability.Invocation.Kind;
import io.narrows.tests.linearizability.Roles.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Takes a lock like etcd's clients: creates a key that belongs to a lease, renews the lease, and finally revokes it. Each
 * acknowledged renewal is recorded as a read that found the key, since the client holds the lock as long as the store
 * confirms the lease.
 */
final class LockClient implements Runnable {
    private static final int TTL_SECONDS = 2;
    private static final int MOST_TENURE_MILLIS = 2_500;
    private static final int MOST_PAUSE_MILLIS = 300;
    private static final Duration STUCK = Duration.ofSeconds(5);
    private static final Duration GIVING_UP = Duration.ofSeconds(4);

    private final int number;
    private final String key;
    private final Supplier<Roles> roles;
    private final SplittableRandom random;
    private final History history;
    private final BooleanSupplier goesOn;
    private Version holder = Version.NOTHING;
    private long holderSince;
    private int taken;

    /** @param number of the client; clients 0 and 1 want the same lock, as do 2 and 3 */
    LockClient(int number, Supplier<Roles> roles, SplittableRandom random, History history, BooleanSupplier goesOn) {
        this.number = number;
        this.key = "lock-" + number / 2;
        this.roles = roles;
        this.random = random;
        this.history = history;
        this.goesOn = goesOn;
    }

    @Override
    public void run() {
        try {
            while (goesOn.getAsBoolean()) {
                if (role().locks()) {
                    take();
                }
                pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take() throws InterruptedException {
        long lease;
        try {
            lease = member().grant(TTL_SECONDS);
        } catch (StatusRuntimeException noLease) {
            return;
        }
        int client = history.newClient();
        Invocation creation = new Invocation(
                client, Kind.REPLACE_REVISION, key, "lock-" + client + "-" + taken++, Optional.of(Version.NOTHING));
        long call = System.nanoTime();
        try {
            Answer answer = member().create(creation, lease);
            history.add(Operation.answered(creation, call, System.nanoTime(), answer));
            if (answer.succeeded()) {
                hold(lease, client, new Version(creation.id(), answer.revision()));
            } else {
                watchHolder(answer.seen().orElseThrow());
            }
            end(lease, creation, call, answer.succeeded());
        } catch (StatusRuntimeException e) {
            Outcome outcome = outcome(e);
            history.add(Operation.unanswered(creation, call, System.nanoTime(), outcome));
            end(lease, creation, call, outcome == Outcome.UNKNOWN);
        }
    }

    /** Revokes the lease of a holder that has had the lock for too long, as an operator would. */
    private void watchHolder(Version version) {
        long now = System.nanoTime();
        if (!version.equals(holder)) {
            holder = version;
            holderSince = now;
        }
        if (now - holderSince < STUCK.toNanos()) {
            return;
        }
        try {
            OptionalLong lease = member().leaseOf(key, version);
            if (lease.isPresent()) {
                recordEnd(version.id(), now, revoke(lease.getAsLong()));
            }
        } catch (StatusRuntimeException unanswered) {
            // The next attempt to take the lock tries again.
        }
    }

    /** Renews the lease until the tenure is over or the lease is lost. */
    private void hold(long lease, int client, Version version) throws InterruptedException {
        long begin = System.nanoTime();
        long tenure = Duration.ofMillis(random.nextInt(MOST_TENURE_MILLIS)).toNanos();
        long renewed = begin;
        while (goesOn.getAsBoolean() && (System.nanoTime() - begin < tenure && role().locks() || !role().writes())) {
            long call = System.nanoTime();
            try {
                if (member().renew(lease) <= 0) {
                    return;
                }
                renewed = System.nanoTime();
                Invocation renewal = new Invocation(client, Kind.HOLD, key, "", Optional.empty());
                history.add(Operation.answered(renewal, call, renewed, new Answer(0, true, Optional.of(version))));
            } catch (StatusRuntimeException unanswered) {
                if (call - renewed > GIVING_UP.toNanos()) {
                    return;
                }
            }
            pause();
        }
    }

    /**
     * Revokes the lease. After a response the key is gone, possibly because the lease had expired before; otherwise it will
     * expire.
     *
     * @param created whether the key may have been created
     */
    private void end(long lease, Invocation creation, long created, boolean mayHaveCreated) {
        Outcome outcome = revoke(lease);
        if (mayHaveCreated) {
            recordEnd(creation.id(), created, outcome);
        }
    }

    private Outcome revoke(long lease) {
        try {
            member().revoke(lease);
            return Outcome.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode() == Status.Code.NOT_FOUND ? Outcome.OK : Outcome.UNKNOWN;
        }
    }

    private void recordEnd(String id, long since, Outcome outcome) {
        Invocation end = new Invocation(history.newClient(), Kind.EXPIRE, key, id, Optional.empty());
        long now = System.nanoTime();
        history.add(
                outcome == Outcome.OK
                        ? Operation.answered(end, since, now, new Answer(0, true, Optional.empty()))
                        : Operation.unanswered(end, since, now, outcome));
    }

    private static Outcome outcome(StatusRuntimeException e) {
        if (e.getStatus().getCode() == Status.Code.NOT_FOUND) { // the lease had expired before the key was created
            return Outcome.FAILED;
        }
        return Outcome.of(e).orElseThrow(() -> new IllegalStateException("an error that none expects", e));
    }

    private Role role() {
        return roles.get().of(number);
    }

    private StoreClient member() {
        List<StoreClient> members = role().members();
        return members.get(random.nextInt(members.size()));
    }

    private void pause() throws InterruptedException {
        Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
    }
}
