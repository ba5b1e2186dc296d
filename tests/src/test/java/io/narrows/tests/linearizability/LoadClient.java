package io.narrows.tests.linearizability;

import io.grpc.StatusRuntimeException;
import io.narrows.tests.linearizability.Invocation.Kind;
import io.narrows.tests.linearizability.Roles.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Performs random operations one after another, each at a random member of its role, and records them. */
final class LoadClient implements Runnable {
    private static final int MOST_PAUSE_MILLIS = 25;
    private static final int MOST_PAUSE_OF_THE_REFUSED = 250;

    private final int number;
    private final Supplier<Roles> roles;
    private final int keys;
    private final SplittableRandom random;
    private final History history;
    private final BooleanSupplier goesOn;
    private final Map<String, Version> seen = new HashMap<>();
    private int name;
    private int written;

    /** A client without a response continues under a different number, because its request may still be running. */
    LoadClient(
            int number,
            Supplier<Roles> roles,
            int keys,
            SplittableRandom random,
            History history,
            BooleanSupplier goesOn) {
        this.number = number;
        this.roles = roles;
        this.keys = keys;
        this.random = random;
        this.history = history;
        this.goesOn = goesOn;
        this.name = history.newClient();
    }

    @Override
    public void run() {
        try {
            while (goesOn.getAsBoolean()) {
                Role role = roles.get().of(number);
                List<StoreClient> members = role.members();
                Outcome outcome = execute(next(role.writes()), members.get(random.nextInt(members.size())));
                Thread.sleep(random.nextInt(outcome == Outcome.FAILED ? MOST_PAUSE_OF_THE_REFUSED : MOST_PAUSE_MILLIS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome execute(Invocation invocation, StoreClient member) {
        long call = System.nanoTime();
        try {
            Answer answer = member.execute(invocation);
            history.add(Operation.answered(invocation, call, System.nanoTime(), answer));
            remember(invocation, answer);
            return Outcome.OK;
        } catch (StatusRuntimeException e) {
            Outcome outcome = Outcome.of(e)
                    .orElseThrow(() -> new IllegalStateException("an error that none expects, for " + invocation, e));
            history.add(Operation.unanswered(invocation, call, System.nanoTime(), outcome));
            if (outcome == Outcome.UNKNOWN) {
                name = history.newClient();
            }
            return outcome;
        }
    }

    private Invocation next(boolean writes) {
        String key = "key-" + random.nextInt(keys);
        Version version = seen.getOrDefault(key, Version.NOTHING);
        int dice = random.nextInt(100);
        if (dice < 40 || !writes) {
            return new Invocation(name, Kind.GET, key, "", Optional.empty());
        } else if (dice < 45) {
            return new Invocation(name, Kind.DELETE, key, "", Optional.empty());
        } else if (dice < 60) {
            return new Invocation(name, Kind.PUT, key, id(), Optional.empty());
        } else if (dice < 70) {
            return new Invocation(name, Kind.PUT_AND_TELL, key, id(), Optional.empty());
        }
        // An absent key has no value to compare.
        Kind kind = dice < 85 || version.equals(Version.NOTHING) ? Kind.REPLACE_REVISION : Kind.REPLACE_VALUE;
        return new Invocation(name, kind, key, id(), Optional.of(version));
    }

    private String id() {
        return name + "-" + written++;
    }

    private void remember(Invocation invocation, Answer answer) {
        if (invocation.kind() == Kind.DELETE) {
            seen.put(invocation.key(), Version.NOTHING);
        } else if (invocation.kind().writes() && answer.succeeded()) {
            seen.put(invocation.key(), new Version(invocation.id(), answer.revision()));
        } else {
            answer.seen().ifPresent(version -> seen.put(invocation.key(), version));
        }
    }
}
