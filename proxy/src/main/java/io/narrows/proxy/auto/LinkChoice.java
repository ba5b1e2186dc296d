package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The choice for one link over time. Used on the thread that chooses. */
final class LinkChoice {
    private final AutoLink link;
    private final TrafficRate rate;
    private final SwitchLimit limit = new SwitchLimit();
    private Hold hold = new Hold();
    private @Nullable Kind kind;
    private Instant since;
    private @Nullable SwitchReason reason;
    private boolean measured;

    LinkChoice(AutoLink link, long now, Instant since) {
        this.link = link;
        this.rate = new TrafficRate(link.sentBytes(), now);
        this.since = since;
    }

    /** Begins anew if the link has another peer or class than before. */
    void follow(Kind current, Instant at) {
        if (!current.equals(kind)) {
            kind = current;
            hold = new Hold();
            since = at;
            reason = null;
            measured = false;
        }
    }

    AutoLink link() {
        return link;
    }

    TrafficRate rate() {
        return rate;
    }

    SwitchLimit limit() {
        return limit;
    }

    Hold hold() {
        return hold;
    }

    /** Returns when the link began to use its candidate. */
    Instant since() {
        return since;
    }

    /** Returns why the link changed to its candidate; null if it is its first one. */
    @Nullable
    SwitchReason reason() {
        return reason;
    }

    /** Returns whether a choice was made from figures. */
    boolean isMeasured() {
        return measured;
    }

    void measured() {
        measured = true;
    }

    void change(CodecSpec candidate, SwitchReason because, long now, Instant at) {
        limit.switched(now);
        reason = because;
        since = at;
        link.choose(candidate);
    }
}
