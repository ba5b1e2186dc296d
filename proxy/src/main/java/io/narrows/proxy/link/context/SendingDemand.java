package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.context.ContextDemand.End;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.WindowCosts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a link's sending contexts want of the peer's account, and the memory that they hold. The more all links want, the less
 * each context may hold. Used on the link's event loop only, except where noted.
 */
final class SendingDemand {
    private final Account account;
    private final Runnable onLimitLowered;
    private final Map<Codec, Wanted> wanted = new EnumMap<>(Codec.class);
    private final Map<Codec, Long> heldBytes = new EnumMap<>(Codec.class);
    private volatile List<Held> held = List.of();

    /** A context that counts toward the demand from which the limit of contexts is computed. */
    private record Wanted(ContextDemand demand, WindowCosts costs) {
        CodecSpec spec() {
            return demand.spec();
        }
    }

    /** The memory of a context, and what it may have under each limit. */
    private record Held(long bytes, WindowCosts costs) {
        boolean isTooLarge(Account account) {
            return bytes > account.permitted(costs, bytes);
        }
    }

    /** @param onLimitLowered called after the demand has lowered the limit of all contexts of the peer */
    SendingDemand(Account account, Runnable onLimitLowered) {
        this.account = account;
        this.onLimitLowered = onLimitLowered;
    }

    /** Returns whether contexts of a specification take their memory in steps. */
    static boolean isInSteps(CodecSpec spec) {
        return spec.codec() == Codec.DENSE;
    }

    /**
     * Counts a context toward the demand.
     *
     * @param bytes memory that it needs now, at least; less than before changes nothing. Ignored without steps
     */
    void want(CodecSpec spec, long bytes) {
        Wanted before = wanted.get(spec.codec());
        if (before == null || !before.spec().equals(spec) || before.demand().bytes() < bytes) {
            ContextDemand demand = isInSteps(spec)
                    ? ContextDemand.inSteps(spec, End.SENDER, bytes)
                    : ContextDemand.whole(spec, End.SENDER);
            replace(before, demand);
        }
    }

    /** Counts contexts in steps with the memory of the first step only. */
    void wantLeast() {
        for (Wanted one : List.copyOf(wanted.values())) {
            if (isInSteps(one.spec())) {
                replace(one, ContextDemand.inSteps(one.spec(), End.SENDER, 1));
            }
        }
    }

    private void replace(@Nullable Wanted before, ContextDemand demand) {
        if (before != null && before.demand().equals(demand)) {
            return;
        }
        int limitBefore = account.contextLimit();
        WindowCosts costs = demand.costs();
        wanted.put(demand.spec().codec(), new Wanted(demand, costs));
        if (before == null) {
            account.want(costs);
        } else {
            account.wantInstead(before.costs(), costs);
        }
        publish();
        if (account.contextLimit() < limitBefore) {
            onLimitLowered.run();
        }
    }

    /** Stops counting a context. */
    void unwant(Codec codec) {
        Wanted before = wanted.remove(codec);
        if (before != null) {
            account.unwant(before.costs());
        }
    }

    /** Stops counting contexts that have none of these specifications. */
    void wantOnly(List<CodecSpec> specs) {
        for (Wanted one : List.copyOf(wanted.values())) {
            if (!specs.contains(one.spec())) {
                unwant(one.spec().codec());
            }
        }
    }

    /** Returns the codecs of which a context is wanted. */
    List<Codec> codecs() {
        return List.copyOf(wanted.keySet());
    }

    /**
     * Records the memory that a codec's context holds.
     *
     * @param bytes 0 for no context
     */
    void holds(Codec codec, long bytes) {
        if (bytes == 0) {
            heldBytes.remove(codec);
        } else {
            heldBytes.put(codec, bytes);
        }
        publish();
    }

    /** Lets other threads see what is held. */
    private void publish() {
        List<Held> now = new ArrayList<>(heldBytes.size());
        heldBytes.forEach((codec, bytes) -> {
            Wanted known = wanted.get(codec);
            if (known != null) {
                now.add(new Held(bytes, known.costs()));
            }
        });
        held = List.copyOf(now);
    }

    /** Returns whether a context holds more than it may. Safe from any thread. */
    boolean exceedsLimit() {
        return held.stream().anyMatch(one -> one.isTooLarge(account));
    }

    /** Returns the memory that a context may hold now, in bytes. */
    long permitted(SendingContext context) {
        Wanted known = wanted.get(context.codec());
        return known == null
                ? Long.MAX_VALUE
                : account.permitted(known.costs(), context.memory().reservedBytes());
    }

    /** Gives back what a context holds above the permitted memory, but does not need yet; returns whether it then holds no more than that. */
    boolean tryLowerToPermitted(SendingContext context) {
        long before = context.memory().reservedBytes();
        long permitted = permitted(context);
        context.giveBackUnused(permitted);
        long after = context.memory().reservedBytes();
        if (after != before) {
            holds(context.codec(), after);
        }
        return after <= permitted;
    }

    /** Returns the largest window for which this side may have memory, as a base-two logarithm of bytes. */
    int windowLog(CodecSpec spec) {
        Wanted known = wanted.get(spec.codec());
        return known == null ? spec.windowLog() : known.demand().windowLog(account.contextLimit());
    }
}
