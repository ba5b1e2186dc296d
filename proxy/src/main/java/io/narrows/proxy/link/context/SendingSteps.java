package io.narrows.proxy.link.context;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.proxy.meter.RawReason;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps in which a link's sending contexts of dense get their memory (docs/adr/0033). Contexts of other codecs have all of theirs from the
 * beginning: for them, each reservation succeeds. A context that needs more memory than it has asks the peer and the account at this end for
 * it, and meanwhile restarts in the memory that it has; if contexts restarted too often, frames go raw. A context that took too much with a
 * frame is lost. Used on the link's event loop only.
 */
public final class SendingSteps {
    private final ContextOpener opener;
    private final SendingDemand demand;
    private final OpenContexts open;
    private final SendingGrants grants;
    private final Runnable shrinkOthers;
    private final LongSupplier nanoClock;
    private final RecentBytes recent;
    private final RestartRate restarts;

    /** Memory that the last context lost with its frame had needed; null once another one has begun. */
    private @Nullable Lost lost;

    private RawReason refusal = RawReason.MEMORY;
    private long othersShrankAt;

    /** The memory of both ends that a lost context has needed, in bytes. */
    private record Lost(long decoderBytes, long encoderBytes) {}

    /** @param shrinkOthers lets other links give back memory */
    SendingSteps(
            ContextOpener opener,
            SendingDemand demand,
            OpenContexts open,
            SendingGrants grants,
            Runnable shrinkOthers,
            LongSupplier nanoClock) {
        this.opener = opener;
        this.demand = demand;
        this.open = open;
        this.grants = grants;
        this.shrinkOthers = shrinkOthers;
        this.nanoClock = nanoClock;
        long now = nanoClock.getAsLong();
        this.recent = new RecentBytes(now);
        this.restarts = new RestartRate(now);
        this.othersShrankAt = now - ContextOpener.RETRY_NANOS;
    }

    /**
     * Records the content of a frame, before a context for it is reserved: a link that carries much gets more memory.
     *
     * @param now on the nano clock
     */
    public void carries(int bytes, long now) {
        recent.add(bytes, now);
    }

    /**
     * Returns the context for a frame, with memory for it, beginning or restarting it if needed; null if there is none, for the reason that
     * {@link #refusal} returns.
     *
     * @param before the open context; null for none
     * @param grantedLog the granted window, as a base-two logarithm of bytes
     * @param bytes content of the frame
     * @param now on the nano clock
     */
    @Nullable
    SendingContext reserve(@Nullable SendingContext before, CodecSpec spec, int grantedLog, int bytes, long now) {
        SendingContext context = current(before, spec, grantedLog, now);
        if (context == null) {
            refusal = RawReason.MEMORY;
            return null;
        }
        askAhead(context, bytes, now);
        if (wouldBeLost(context, now)) {
            return null;
        }
        if (tryReserve(context, bytes, now)) {
            return context;
        }
        if (!context.tried()) {
            askForMore(context, context.decoderBytesAfter(bytes), now);
            if (tryReserve(context, bytes, now)) {
                return context;
            }
        }
        boolean lacksGrant = lacksGrant(context, context.decoderBytesAfter(bytes));
        if (!lacksGrant && now - othersShrankAt >= ContextOpener.RETRY_NANOS) {
            othersShrankAt = now;
            shrinkOthers.run();
            context.memory().retry();
            if (tryReserve(context, bytes, now)) {
                return context;
            }
        }
        if (context.tried() && restarts.allows(now)) {
            context = opener.restart(context, grantedLog, now);
            if (tryReserve(context, bytes, now)) {
                return context;
            }
        }
        refusal = shortage(lacksGrant);
        return null;
    }

    /** Returns the context with a window that this side and the peer allow now; null if there is no memory. */
    private @Nullable SendingContext current(
            @Nullable SendingContext context, CodecSpec spec, int grantedLog, long now) {
        if (context == null) {
            return opener.begin(spec, grantedLog, now);
        }
        if (!demand.tryLowerToPermitted(context)
                || !grants.isInSteps(spec.codec()) && context.windowLog() > grantedLog) {
            return opener.restart(context, grantedLog, now);
        }
        if (context.hasLittleToLose()) {
            int most = Math.min(grantedLog, demand.windowLog(spec));
            return context.windowLog() < most ? opener.grow(context, most, now) : context;
        }
        return context;
    }

    /** Returns why {@link #reserve} has returned no context. */
    RawReason refusal() {
        return refusal;
    }

    private boolean lacksGrant(SendingContext context, long decoderBytes) {
        return decoderBytes > grants.memory(context.codec());
    }

    private static RawReason shortage(boolean lacksGrant) {
        return lacksGrant ? RawReason.NO_GRANT : RawReason.MEMORY;
    }

    /**
     * Returns whether a context is not begun, because it has less memory than the one before it, which was lost with its frame, and contexts
     * began too often.
     */
    private boolean wouldBeLost(SendingContext context, long now) {
        if (lost == null || context.tried()) {
            return false;
        }
        if (tryReserve(context, lost, now) || restarts.allows(now)) {
            lost = null;
            return false;
        }
        refusal = shortage(lacksGrant(context, lost.decoderBytes()));
        return true;
    }

    /**
     * Asks for all the memory of the window, if the link is busy, and takes the part that is needed once there is twice as much content: a
     * bulk stream outgrows a step before the peer has answered.
     */
    private void askAhead(SendingContext context, int bytes, long now) {
        if (recent.isBusy(now)) {
            CodecSpec spec = context.wanted();
            grants.askForMore(spec, ContextSizes.decoder(spec));
            demand.want(spec, ContextSizes.encoder(spec));
            int ahead = (int) Math.min(context.content() + bytes, context.mostContent());
            tryReserve(context, ahead, bytes, now);
        }
    }

    /** Asks the peer, and the account at this end, for the step that has so much memory of the decoder. */
    private void askForMore(SendingContext context, long decoderBytes, long now) {
        recent.needsMore(now);
        grants.askForMore(context.wanted(), context.memory().decoderStep(decoderBytes));
        demand.want(context.wanted(), context.memory().encoderStep(decoderBytes, 0));
    }

    /** Asks only for the first step of memory once the link is quiet; returns whether it wrote a message. */
    boolean askForLeast(long now) {
        if (!recent.isQuiet(now)) {
            return false;
        }
        demand.wantLeast();
        return grants.askForLeast();
    }

    /** Reserves memory for a frame of so many bytes; returns false, with nothing changed, if there is not enough. */
    public boolean tryReserve(SendingContext context, int bytes) {
        return tryReserve(context, bytes, nanoClock.getAsLong());
    }

    private boolean tryReserve(SendingContext context, int bytes, long now) {
        return tryReserve(context, 0, bytes, now);
    }

    private boolean tryReserve(SendingContext context, int ahead, int bytes, long now) {
        context.memory().grant(grants.memory(context.codec()));
        long before = context.memory().reservedBytes();
        return resized(context, before, context.tryReserve(ahead, bytes, demand.permitted(context), now));
    }

    private boolean tryReserve(SendingContext context, Lost needed, long now) {
        context.memory().grant(grants.memory(context.codec()));
        long before = context.memory().reservedBytes();
        long permitted = demand.permitted(context);
        return resized(
                context,
                before,
                context.memory().tryReserve(needed.decoderBytes(), needed.encoderBytes(), permitted, now));
    }

    /**
     * Reserves anything that a context may need, so that no frame is discarded; returns false, with nothing changed, if there is not enough
     * memory.
     */
    public boolean tryReserveWhole(SendingContext context) {
        context.memory().grant(grants.memory(context.codec()));
        long before = context.memory().reservedBytes();
        return resized(
                context, before, context.memory().tryReserveWhole(demand.permitted(context), nanoClock.getAsLong()));
    }

    /**
     * Reserves the memory that a context has after a frame was encoded, whose models may have taken more than was reserved for it.
     *
     * @return whether the frame may be sent; otherwise, call {@link #discard}
     */
    public boolean tryReserveUsed(SendingContext context) {
        long before = context.memory().reservedBytes();
        return resized(context, before, context.tryReserveUsed(demand.permitted(context), nanoClock.getAsLong()));
    }

    private boolean resized(SendingContext context, long before, boolean result) {
        if (context.memory().reservedBytes() != before) {
            open.resized(context);
        }
        return result;
    }

    /**
     * Drops a context whose last frame is not sent, because {@link #tryReserveUsed} has returned false. The next one begins once there is as
     * much memory as this one has needed, or counts as a restart for lack of memory.
     *
     * @return why the frame goes raw
     */
    public RawReason discard(SendingContext context) {
        recent.needsMore(nanoClock.getAsLong());
        long decoderBytes = context.decoderBytes();
        boolean lacksGrant = context.exceedsGrant();
        if (lacksGrant) {
            grants.askForMore(context.wanted(), context.memory().decoderStep(decoderBytes));
        }
        demand.want(context.wanted(), context.memory().encoderStep(decoderBytes, context.memoryBytes()));
        lost = new Lost(decoderBytes, context.memoryBytes());
        if (open.get(context.codec()) == context) {
            open.drop(context.codec());
        }
        return shortage(lacksGrant);
    }
}
