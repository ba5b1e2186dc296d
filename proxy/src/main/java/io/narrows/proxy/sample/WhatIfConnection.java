package io.narrows.proxy.sample;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkTap;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sending direction of one link, of which some bytes are copied while it is its turn. Used on its event loop. */
final class WhatIfConnection implements LinkTap.Connection {
    private static final Logger LOG = LoggerFactory.getLogger(WhatIfConnection.class);

    /** The shortest time between two attempts to begin a turn, also after the class has changed. */
    static final long RETRY_NANOS = 1_000_000_000L;

    private final WhatIf whatIf;
    private final SampledLink link;
    private @Nullable WhatIfTurn turn;
    private @Nullable TrafficClass sampledClass;
    private long nextTurnAt;
    private boolean over;

    /** @param now on the nano clock */
    WhatIfConnection(WhatIf whatIf, SampledLink link, long now) {
        this.whatIf = whatIf;
        this.link = link;
        this.nextTurnAt = now;
    }

    @Override
    public void sent(TrafficClass trafficClass, ByteBuf app, long readAt) {
        if (over || turn == null && readAt - nextTurnAt < 0) {
            return;
        }
        try {
            sample(trafficClass, app, readAt);
        } catch (RuntimeException | Error e) {
            LOG.atDebug().setCause(e).log("sample failed because of an internal error");
            ended();
        }
    }

    @Override
    public void carried(ByteBuf content, int surplus, long readAt) {
        WhatIfTurn current = turn;
        if (current == null) {
            return;
        }
        try {
            current.offerCarried(content, readAt);
        } catch (RuntimeException | Error e) {
            LOG.atDebug().setCause(e).log("sample failed because of an internal error");
            ended();
        }
    }

    private void sample(TrafficClass trafficClass, ByteBuf app, long readAt) {
        WhatIfTurn current = turn;
        if (current != null && !trafficClass.equals(sampledClass)) {
            endTurn(readAt + RETRY_NANOS);
        } else if (current != null && current.isOver(readAt)) {
            endTurn(readAt + current.limits().pauseNanos());
        }
        if (turn == null && readAt - nextTurnAt >= 0) {
            nextTurnAt = readAt + RETRY_NANOS;
            sampledClass = trafficClass;
            turn = whatIf.begin(link, trafficClass, readAt).orElse(null);
        }
        if (turn != null) {
            turn.offer(app, readAt);
        }
    }

    @Override
    public void ended() {
        over = true;
        endTurn(nextTurnAt);
    }

    private void endTurn(long next) {
        WhatIfTurn ending = turn;
        turn = null;
        nextTurnAt = next;
        if (ending != null) {
            whatIf.end(ending);
        }
    }
}
