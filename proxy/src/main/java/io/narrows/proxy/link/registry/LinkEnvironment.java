package io.narrows.proxy.link.registry;

import io.narrows.codec.Codecs;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.dictionary.SharedDictionaries;
import io.narrows.proxy.link.primed.PrimedContexts;
import io.narrows.proxy.link.shared.SharedHistories;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The components shared by all links of a sidecar.
 *
 * @param memory the ledger that large allocations are charged to
 * @param contexts opens the contexts of sending links
 * @param refusals the codecs that are refused from each peer
 * @param workers run tasks that would block an event loop
 * @param nanoClock a monotonic clock in nanoseconds, used for differences only
 * @param rateLimitedLog limits log lines of events that repeat
 * @param reached decides the log level of failures to reach peers and targets
 * @param tap observes what links send
 * @param recipes those by which pieces that applications compressed are made again
 * @param encoderRefusals the encoders of recipes that are not offered to each peer
 * @param unpacking counts these pieces
 * @param primed the states of contexts from which those of later links begin
 * @param dictionaries those with which contexts begin
 */
public record LinkEnvironment(
        LiveConfig live,
        Codecs codecs,
        MemoryLedger memory,
        ContextBudget contexts,
        SharedHistories histories,
        LinkRegistry registry,
        CodecRefusals refusals,
        TrafficMeter traffic,
        EventMeter events,
        LatencyMeter latency,
        Executor workers,
        LongSupplier nanoClock,
        RateLimitedLog rateLimitedLog,
        ReachedOnce reached,
        LinkTap tap,
        PeerRecipes recipes,
        EncoderRefusals encoderRefusals,
        UnpackMeter unpacking,
        PrimedContexts primed,
        SharedDictionaries dictionaries) {
    private static final Logger LOG = LoggerFactory.getLogger(LinkEnvironment.class);

    /**
     * Returns the class of that name if it is configured, otherwise the default: names from the network must not create
     * labels.
     */
    public TrafficClass knownClass(String name) {
        return live.current().trafficClasses().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElse(TrafficClass.DEFAULT);
    }

    /**
     * Runs an optional task on a worker; it may be dropped.
     *
     * @param task null for nothing
     */
    public void prepare(@Nullable Runnable task) {
        if (task == null) {
            return;
        }
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.atDebug().setCause(e).log("no worker is free to prepare a link; skipping the preparation");
        }
    }
}
