package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextSteps;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The contexts that the peer lets this side send on a link. Each codec is requested once, and used when it is granted;
 * with a peer that grants nothing, the windows of its hello are the only limit. Used on the link's event loop only.
 */
public final class SendingGrants {
    private final boolean needed;
    private final boolean inSteps;
    private final ControlWriter control;
    private final LongSupplier nanoClock;
    private final Map<Codec, CodecSpec> asked = new EnumMap<>(Codec.class);
    private final Map<Codec, Integer> requests = new EnumMap<>(Codec.class);
    private final Map<Codec, CodecSpec> granted = new EnumMap<>(Codec.class);

    /** Memory of a decoder of dense that the peer has granted, in bytes, where grants are in steps. */
    private long grantedMemory;

    /** Memory of a decoder of dense that was asked for last, in bytes. */
    private long askedMemory;

    private final Map<Codec, Allowed> allowed = new EnumMap<>(Codec.class);
    private final Map<Codec, Retry> retries = new EnumMap<>(Codec.class);
    private int lastRequest;

    private record Allowed(CodecSpec wanted, @Nullable CodecSpec spec) {}

    /** The next request for a codec that the peer has refused. */
    private static final class Retry {
        private final GrantRetry time = new GrantRetry();
        private boolean asking;

        void refused(long now) {
            time.refused(now);
            asking = false;
        }

        boolean isDue(long now) {
            return !asking && time.isDue(now);
        }
    }

    public SendingGrants(LinkTerms terms, ControlWriter control, LongSupplier nanoClock) {
        this.needed = terms.grantsContexts();
        this.inSteps = terms.grantsInSteps();
        this.control = control;
        this.nanoClock = nanoClock;
    }

    /** Returns the request of OPEN. */
    public List<ContextWindow> askAhead(CodecSpec wanted) {
        if (!needed || wanted.codec() == Codec.NONE) {
            return List.of();
        }
        asked(wanted);
        return List.of(window(wanted));
    }

    /**
     * Returns the requests of OPENED: for the wanted codec if OPEN has not granted all of it, and with an empty window
     * for granted codecs that are not needed.
     *
     * @param specs the specifications that the policy may send, including {@code wanted}
     */
    public List<ContextWindow> askBehind(CodecSpec wanted, List<CodecSpec> specs) {
        List<ContextWindow> requests = new ArrayList<>();
        for (CodecSpec one : List.copyOf(granted.values())) {
            if (isNoneOf(specs, one.codec())) {
                granted.remove(one.codec());
                requests.add(ContextWindows.of(one, 0));
            }
        }
        CodecSpec now = within(wanted, granted.get(wanted.codec()));
        List<ContextWindow> request = askAhead(wanted);
        if (now == null
                || now.windowLog() != Math.min(wanted.windowLog(), CodecOffers.MAX_WINDOW_LOG)
                || memory(wanted.codec()) < leastMemory(wanted)) {
            requests.addAll(request);
        }
        return requests;
    }

    private static boolean isNoneOf(List<CodecSpec> specs, Codec codec) {
        return specs.stream().noneMatch(spec -> spec.codec() == codec);
    }

    /** Returns the wanted specification with the granted window; null without a grant, which is then requested. */
    @Nullable
    CodecSpec allowed(CodecSpec wanted) {
        if (!needed) {
            return wanted;
        }
        Codec codec = wanted.codec();
        Allowed known = allowed.get(codec);
        if (known == null || !known.wanted().equals(wanted)) {
            if (!wanted.equals(asked.get(codec))) {
                ask(wanted);
            }
            known = new Allowed(wanted, within(wanted, granted.get(codec)));
            allowed.put(codec, known);
        }
        if (known.spec() == null) {
            askAgain(wanted);
        }
        return known.spec();
    }

    private void askAgain(CodecSpec wanted) {
        Retry retry = retries.get(wanted.codec());
        if (retry != null && retry.isDue(nanoClock.getAsLong())) {
            retry.asking = true;
            ask(wanted);
        }
    }

    private void ask(CodecSpec wanted) {
        asked(wanted);
        control.want(request(wanted, wanted.windowLog()));
    }

    /** Records a request, in steps for the first one. */
    private void asked(CodecSpec wanted) {
        asked.put(wanted.codec(), wanted);
        if (isInSteps(wanted.codec())) {
            askedMemory = leastMemory(wanted);
        }
    }

    private static long leastMemory(CodecSpec wanted) {
        return ContextSteps.of(wanted).get(0).decoderBytes();
    }

    /** Returns the form of a request in messages. */
    private ContextWindow window(CodecSpec wanted) {
        return ContextWindows.of(wanted, wanted.windowLog()).toBuilder()
                .setMemory(isInSteps(wanted.codec()) ? askedMemory : 0)
                .build();
    }

    /** Returns whether grants of a codec are in steps of memory. */
    boolean isInSteps(Codec codec) {
        return inSteps && codec == Codec.DENSE;
    }

    /** Returns the memory of a codec's decoder that the peer has granted, in bytes, where {@link #allowed} has allowed a context. */
    long memory(Codec codec) {
        return isInSteps(codec) ? grantedMemory : Long.MAX_VALUE;
    }

    /**
     * Asks for more memory of a decoder than before, where grants are in steps.
     *
     * @param bytes no request is made if this or more was asked for already
     */
    void askForMore(CodecSpec wanted, long bytes) {
        if (isAsked(wanted) && bytes > askedMemory) {
            askedMemory = bytes;
            control.want(request(wanted, wanted.windowLog()));
        }
    }

    /**
     * Asks only for the first step of memory from now on, where grants are in steps and there is one; returns whether it wrote the request.
     */
    boolean askForLeast() {
        CodecSpec wanted = asked.get(Codec.DENSE);
        if (wanted == null
                || !isInSteps(Codec.DENSE)
                || !granted.containsKey(Codec.DENSE)
                || askedMemory <= leastMemory(wanted)) {
            return false;
        }
        ask(wanted);
        return true;
    }

    private boolean isAsked(CodecSpec wanted) {
        return isInSteps(wanted.codec()) && wanted.equals(asked.get(wanted.codec()));
    }

    private ContextWindow request(CodecSpec wanted, int windowLog) {
        requests.put(wanted.codec(), ++lastRequest);
        return window(wanted).toBuilder()
                .setWindowLog(windowLog)
                .setRequest(lastRequest)
                .build();
    }

    /**
     * Returns the part of a wanted specification that a grant covers. The grant may be for a different level, whose
     * contexts take less of the peer's memory.
     */
    private @Nullable CodecSpec within(CodecSpec wanted, @Nullable CodecSpec grant) {
        if (grant == null) {
            return null;
        }
        if (isInSteps(wanted.codec())) {
            return wanted.withWindowLog(Math.min(wanted.windowLog(), grant.windowLog()));
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

    /** Gives up grants of codecs that are no longer wanted. */
    void keepOnly(List<CodecSpec> specs) {
        Map<Codec, CodecSpec> known = new EnumMap<>(granted);
        known.putAll(asked);
        for (CodecSpec one : known.values()) {
            if (isNoneOf(specs, one.codec())) {
                asked.remove(one.codec());
                granted.remove(one.codec());
                allowed.remove(one.codec());
                retries.remove(one.codec());
                control.want(request(one, 0));
            }
        }
    }

    /**
     * Applies a grant, which replaces earlier ones of the same codec. A grant sent before the peer received this side's
     * last request answers an earlier request, so only a lowering in it applies.
     *
     * @param message for that codec
     * @param grant the granted context in the message; null for none
     */
    void granted(Codec codec, ContextWindow message, @Nullable CodecSpec grant) {
        boolean isStale = message.getRequest() < requests.getOrDefault(codec, 0);
        if (isStale && (message.getLowering() == 0 || !granted.containsKey(codec))) {
            return;
        }
        allowed.remove(codec);
        if (grant != null) {
            granted.put(codec, grant);
            if (isInSteps(codec)) {
                grantedMemory = message.getMemory() > 0 ? message.getMemory() : ContextSizes.decoder(grant);
            }
            retries.remove(codec);
        } else {
            granted.remove(codec);
            retries.computeIfAbsent(codec, added -> new Retry()).refused(nanoClock.getAsLong());
        }
    }

    /**
     * Announces that contexts comply with a lowered grant from now on.
     *
     * @param lowering the number of the grant
     */
    void obeyed(Codec codec, int lowering) {
        CodecSpec wanted = asked.get(codec);
        ContextWindow window = wanted == null ? ContextWindows.of(CodecSpec.of(codec), 0) : window(wanted);
        control.want(window.toBuilder()
                .setRequest(requests.getOrDefault(codec, 0))
                .setLowering(lowering)
                .build());
    }
}
