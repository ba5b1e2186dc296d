package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.shared.HistoryReference;
import io.narrows.proxy.link.shared.HistoryReferences;
import io.narrows.proxy.meter.CpuClock;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.LongSupplier;

/** Encodes frames as planned, and measures the time this takes. Used by one thread at a time. */
final class FrameCompressor {
    private final Channel channel;
    private final LongSupplier nanoClock;
    private final CpuClock cpu = new CpuClock();
    private final CpuClock cpuOfLongFrames = CpuClock.exact();

    FrameCompressor(Channel channel, LongSupplier nanoClock) {
        this.channel = channel;
        this.nanoClock = nanoClock;
    }

    /**
     * Encodes app bytes, which remain the caller's property.
     *
     * @param checksContent whether frames carry a checksum of the bytes learned before them
     * @param since when encoding was requested, on the nano clock
     */
    EncodedFrame encode(FramePlan.Encode plan, ByteBuf app, boolean checksContent, long since) {
        SendingContext context = plan.context();
        CpuClock clock = plan.isMeasured() ? cpuOfLongFrames : cpu;
        clock.start();
        boolean beginsContext = !context.tried();
        boolean firstOfLevel = !context.tried(plan.atLowerLevel());
        plan.references().forEach(reference -> context.learn(reference.bytes()));
        long begin = nanoClock.getAsLong(); // learning is not part of the codec's cost for content
        ByteBuf framed = context.encode(channel.alloc(), app, plan.references(), plan.atLowerLevel());
        int learnt = checksContent ? learntChecksum(plan, framed) : 0;
        long cpuNanos = clock.stop();
        long end = nanoClock.getAsLong();
        plan.encoding().cell().cpu(cpuNanos);
        if (!firstOfLevel) {
            plan.cost().took(app.readableBytes(), end - begin);
        }
        StepDown.Effort effort =
                plan.isMeasured() ? new StepDown.Effort(app.readableBytes(), end - since, cpuNanos, end) : null;
        return new EncodedFrame(framed, learnt, beginsContext, end, effort);
    }

    /**
     * Returns the checksum of the referenced bytes, then of the references as the frame has them; 0 without references.
     */
    private static int learntChecksum(FramePlan.Encode plan, ByteBuf framed) {
        if (plan.references().isEmpty()) {
            return 0;
        }
        FrameChecksum checksum = new FrameChecksum();
        for (HistoryReference reference : plan.references()) {
            checksum.update(reference.bytes());
        }
        return checksum.update(framed, MAX_HEADER_BYTES, HistoryReferences.length(plan.references()))
                .value();
    }
}
