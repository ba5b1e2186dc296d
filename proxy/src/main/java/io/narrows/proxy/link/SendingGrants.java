package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.proxy.link.proto.ContextWindow;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The contexts that the peer lets this side send on a link. Each is asked for once, and used when it is granted; with a peer that
 * grants nothing, the windows of its hello are the only limit. Used on the link's event loop only.
 */
final class SendingGrants {
    /** After the peer has granted nothing, the next request waits this long, and twice as long each time that it does so again. */
    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;

    private static final long LAST_WAIT_NANOS = 64 * FIRST_WAIT_NANOS;

    private final int initialWindowLog;
    private final ControlWriter control;
    private final LongSupplier nanoClock;
    private final Map<Codec, CodecSpec> asked = new EnumMap<>(Codec.class);
    private final Map<Codec, CodecSpec> granted = new EnumMap<>(Codec.class);
    private final Set<Codec> forgotten = EnumSet.noneOf(Codec.class);
    private final Map<Codec, Allowed> allowed = new EnumMap<>(Codec.class);
    private boolean wasShort;
    private boolean takenAway;
    private long takenAwayAt;
    private long waitNanos = FIRST_WAIT_NANOS;

    private record Allowed(CodecSpec wanted, CodecSpec spec) {}

    SendingGrants(Session session, ControlWriter control, LongSupplier nanoClock) {
        this.initialWindowLog = session.contextGrants();
        this.control = control;
        this.nanoClock = nanoClock;
    }

    private boolean needed() {
        return initialWindowLog != 0;
    }

    /** Asks for contexts with a message that is written now; until it is answered, the peer takes small ones. */
    List<ContextWindow> askAhead(CodecSpec wanted) {
        if (!needed() || wanted.codec() == Codec.NONE) {
            return List.of();
        }
        asked.put(wanted.codec(), wanted);
        if (initialWindowLog >= CodecSpec.MIN_WINDOW_LOG) {
            granted.put(wanted.codec(), wanted.withWindowLog(Math.min(initialWindowLog, wanted.windowLog())));
        }
        return List.of(ContextWindows.of(wanted, wanted.windowLog()));
    }

    /** Returns what is wanted with the window that is granted; null when there is no grant, and then it is asked for. */
    CodecSpec allowed(CodecSpec wanted) {
        if (!needed()) {
            return wanted;
        }
        Allowed known = allowed.get(wanted.codec());
        if (known == null || !known.wanted().equals(wanted)) {
            if (!wanted.equals(asked.get(wanted.codec()))) {
                ask(wanted);
            }
            known = new Allowed(wanted, within(wanted, granted.get(wanted.codec())));
            allowed.put(wanted.codec(), known);
        }
        if (known.spec() == null && takenAway && nanoClock.getAsLong() - takenAwayAt >= waitNanos) {
            takenAway = false;
            waitNanos = Math.min(LAST_WAIT_NANOS, 2 * waitNanos);
            ask(wanted);
        }
        return known.spec();
    }

    private void ask(CodecSpec wanted) {
        control.want(request(wanted));
    }

    /** Behind a request, and before its answer, the peer takes a small context, unless it was short of memory for others. */
    private ContextWindow request(CodecSpec wanted) {
        Codec codec = wanted.codec();
        asked.put(codec, wanted);
        forgotten.remove(codec);
        if (initialWindowLog >= CodecSpec.MIN_WINDOW_LOG && !wasShort && !granted.containsKey(codec)) {
            granted.put(codec, wanted.withWindowLog(Math.min(initialWindowLog, wanted.windowLog())));
        }
        return ContextWindows.of(wanted, wanted.windowLog());
    }

    /** The grant may be for another level, whose contexts the peer needs less memory for. */
    private static CodecSpec within(CodecSpec wanted, CodecSpec grant) {
        if (grant == null) {
            return null;
        }
        long most = ContextSizes.decoder(grant);
        int log = Math.min(wanted.windowLog(), grant.windowLog());
        while (log >= CodecSpec.MIN_WINDOW_LOG) {
            CodecSpec spec = wanted.withWindowLog(log);
            if (ContextSizes.decoder(spec) <= most) {
                return spec;
            }
            log--;
        }
        return null;
    }

    /** Asks with a message that is written now for what was not granted ahead. */
    List<ContextWindow> askBehind(CodecSpec wanted) {
        if (!needed() || wanted.codec() == Codec.NONE) {
            return List.of();
        }
        CodecSpec now = within(wanted, granted.get(wanted.codec()));
        if (now != null && now.windowLog() == Math.min(wanted.windowLog(), ReceivingStream.MAX_WINDOW_LOG)) {
            asked.put(wanted.codec(), wanted);
            return List.of();
        }
        return List.of(request(wanted));
    }

    /** Gives back what is not wanted any more. */
    void keepOnly(List<CodecSpec> specs) {
        for (CodecSpec one : List.copyOf(asked.values())) {
            if (specs.stream().noneMatch(spec -> spec.codec() == one.codec())) {
                asked.remove(one.codec());
                granted.remove(one.codec());
                allowed.remove(one.codec());
                forgotten.add(one.codec());
                control.want(ContextWindows.of(one, 0));
            }
        }
    }

    /** Takes a grant, which stands for those of the same codec before; null for none. */
    void granted(Codec codec, CodecSpec grant) {
        if (forgotten.contains(codec)) {
            return; // it was on its way
        }
        CodecSpec request = asked.get(codec);
        wasShort |= grant == null
                || request != null && grant.windowLog() < Math.min(request.windowLog(), ReceivingStream.MAX_WINDOW_LOG);
        if (grant == null) {
            granted.remove(codec);
            takenAway = true;
            takenAwayAt = nanoClock.getAsLong();
        } else {
            granted.put(codec, grant);
            waitNanos = FIRST_WAIT_NANOS;
        }
        allowed.remove(codec);
    }

    /**
     * Tells the peer that from here on contexts do not need more than a grant of it.
     *
     * @param number of the grant
     */
    void obeyed(Codec codec, int number) {
        CodecSpec last = asked.get(codec);
        CodecSpec wanted = last == null ? CodecSpec.of(codec) : last;
        control.want(ContextWindows.of(wanted, last == null ? 0 : wanted.windowLog()).toBuilder()
                .setNumber(number)
                .build());
    }
}
