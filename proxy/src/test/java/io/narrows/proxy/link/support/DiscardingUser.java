package io.narrows.proxy.link.support;

import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** A link user that discards received bytes and records the failures that end its link. */
public class DiscardingUser implements LinkUser {
    private final List<Failure> lost = new ArrayList<>();

    /** Returns the failures so far, at most one if the link works correctly. */
    public final List<Failure> lost() {
        return lost;
    }

    @Override
    public void opened(Reached target) {}

    @Override
    public void refused(Refused refused) {}

    @Override
    public boolean accepts() {
        return true;
    }

    @Override
    public void data(ByteBuf bytes, long readAt) {
        bytes.release();
    }

    @Override
    public void dataComplete() {}

    @Override
    public void finished() {}

    @Override
    public void reset() {}

    @Override
    public void lost(Failure failure) {
        lost.add(failure);
    }

    @Override
    public void linkWritable(boolean writable) {}
}
