package io.narrows.estimate.run;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.Choice;
import io.narrows.config.ClassPattern;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.estimate.tcp.Connection;
import io.narrows.estimate.tcp.Endpoint;
import io.narrows.estimate.tcp.StreamConsumer;
import io.narrows.estimate.tcp.StreamListener;
import io.narrows.estimate.topology.PlacedNode;
import io.narrows.estimate.topology.Topology;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the connections of a capture through the policy's codecs and alternatives, and counts the bytes that links would
 * carry. It uses memory for the contexts, which is limited, for figures of at most {@link #MOST_CELLS} pairs of nodes and
 * classes, and for a few kilobytes per open connection. Not thread-safe: all calls must come from the thread that reads the
 * capture, whose processor time is measured.
 */
public final class Estimate implements StreamListener {
    /** Traffic on a link that leaves it as it is. */
    public static final CodecSpec NONE = CodecSpec.of(Codec.NONE);

    /** Maximum number of pairs of nodes and classes with figures. The traffic of others is counted, and left out. */
    public static final int MOST_CELLS = 20_000;

    private static final PeerId UNLISTED = new PeerId("unlisted");

    private final Topology topology;
    private final EstimateSettings settings;
    private final Codecs codecs;
    private final int mostCells;
    private final RunTools tools;
    private final WaitingReads waiting = new WaitingReads();
    private final LingeringReads lingering = new LingeringReads();
    private final PendingPieces pendingPieces = new PendingPieces();
    private final Map<TrafficKey, TrafficFigures> traffic = new LinkedHashMap<>();
    private final Set<String> unknownAddresses = new LinkedHashSet<>();
    private long connections;
    private long joined;
    private long holes;
    private long lostBytes;
    private long unknownConnections;
    private long unknownBytes;
    private long leftOutBytes;

    public Estimate(Topology topology, EstimateSettings settings, Codecs codecs) {
        this(topology, settings, codecs, threadCpu(), MOST_CELLS);
    }

    Estimate(Topology topology, EstimateSettings settings, Codecs codecs, LongSupplier cpuClock, int mostCells) {
        this.mostCells = mostCells;
        this.topology = topology;
        this.settings = settings;
        this.codecs = codecs;
        this.tools =
                new RunTools(new ContextPool(codecs, settings.contextBytes()), settings.encryptedLinks(), cpuClock);
    }

    private static LongSupplier threadCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads::getCurrentThreadCpuTime : System::nanoTime;
    }

    @Override
    public StreamConsumer opened(Connection connection, long nanos) {
        advance(nanos);
        Optional<PlacedNode> client = place(connection.client());
        Optional<PlacedNode> server = place(connection.server());
        if (client.isEmpty() || server.isEmpty()) {
            unknownConnections++;
            return new UnknownConnection(this);
        }
        connections++;
        if (connection.isJoined()) {
            joined++;
        }
        return new EstimatedConnection(connection, client.get(), server.get(), this);
    }

    private Optional<PlacedNode> place(Endpoint endpoint) {
        Optional<PlacedNode> found = topology.find(endpoint.address());
        if (found.isEmpty() && unknownAddresses.size() < EstimateCounts.MOST_ADDRESSES) {
            unknownAddresses.add(endpoint.address().getHostAddress());
        }
        return found;
    }

    /** Notes the capture's time, which ends reads that nothing followed, and the wait of bytes for others. */
    void advance(long nanos) {
        waiting.flushDue(nanos);
        lingering.flushDue(nanos);
        pendingPieces.flushDue(nanos);
    }

    /** Returns the figures of a pair and class; null if there are too many others. */
    @Nullable
    TrafficFigures figures(TrafficKey key) {
        TrafficFigures known = traffic.get(key);
        if (known == null && traffic.size() < mostCells) {
            known = planned(key);
            traffic.put(key, known);
        }
        return known;
    }

    void leftOut(long bytes) {
        leftOutBytes += bytes;
    }

    private TrafficFigures planned(TrafficKey key) {
        PeerId peer = PeerId.of(key.to().name()).orElse(UNLISTED);
        Choice choice = settings.policy()
                .choose(new Traffic(peer, key.from().location(), key.to().location(), key.trafficClass()));
        PolicyCodecs wanted = PolicyCodecs.of(choice.compression(), settings.auto());
        List<CodecSpec> resolved =
                wanted.candidates().stream().map(codecs::resolve).distinct().toList();
        return new TrafficFigures(
                new PolicyCodecs(resolved, wanted.auto()),
                choice.compression().minSize(),
                choice.compression().linger().toNanos(),
                choice.compression().unpack());
    }

    RunTools tools() {
        return tools;
    }

    WaitingReads waiting() {
        return waiting;
    }

    LingeringReads lingering() {
        return lingering;
    }

    PendingPieces pendingPieces() {
        return pendingPieces;
    }

    List<ClassPattern> patterns() {
        return settings.patterns();
    }

    List<CodecSpec> alternatives() {
        return settings.alternatives();
    }

    void hole(long bytes) {
        holes++;
        lostBytes += bytes;
    }

    void unknown(long bytes) {
        unknownBytes += bytes;
    }

    /** Returns the figures so far, of each pair of nodes and class. */
    public Map<TrafficKey, TrafficFigures> traffic() {
        return Collections.unmodifiableMap(traffic);
    }

    /** Returns the counts so far. */
    public EstimateCounts counts() {
        return new EstimateCounts(
                connections,
                joined,
                holes,
                lostBytes,
                tools.contexts().closedEarly(),
                unknownConnections,
                unknownBytes,
                leftOutBytes,
                unknownAddresses);
    }
}
