package io.narrows.middleware;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.AddressRange;
import io.narrows.config.ClassCondition;
import io.narrows.config.Compression;
import io.narrows.config.Condition;
import io.narrows.config.GrpcMethod;
import io.narrows.config.GrpcPlace;
import io.narrows.config.GrpcSettings;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.PeerId;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import io.narrows.config.TierCondition;
import io.narrows.config.TrafficClass;
import io.narrows.config.yaml.Place;
import io.narrows.middleware.codec.GrpcCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds a configuration in code instead of from a file. Without rules, the default policy applies, as with a file without rules.
 * Not thread-safe.
 */
public final class NarrowsBuilder {
    private static final Place PLACE = Place.of("builder");

    private @Nullable Node node;
    private final List<GrpcPlace> places = new ArrayList<>();
    private final List<GrpcMethod> methods = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private Tariff tariff = Tariff.STANDARD;
    private List<Codec> codecs = GrpcSettings.DEFAULT.codecs();
    private int minSize = GrpcSettings.DEFAULT.minSize();
    private @Nullable GrpcCodecs messageCodecs;

    NarrowsBuilder() {}

    /**
     * Sets the id and location of this node. Required.
     *
     * @throws IllegalArgumentException if the id is not a valid {@link PeerId}
     */
    public NarrowsBuilder node(String id, Location location) {
        node = new Node(new PeerId(id), location);
        return this;
    }

    /**
     * Adds a place, i.e. a remote end of calls.
     *
     * @param addresses IP addresses and ranges, {@code 10.2.0.0/16}; none for a place that callers name
     * @throws IllegalArgumentException if the name is not a valid {@link PeerId}, or a text is not an address range
     */
    public NarrowsBuilder place(String name, Location location, String... addresses) {
        List<AddressRange> ranges = Stream.of(addresses).map(AddressRange::of).toList();
        places.add(new GrpcPlace(new PeerId(name), location, ranges));
        return this;
    }

    /** Sets the traffic class of a method's calls, like {@code grpc.methods}. The first match wins. */
    public NarrowsBuilder method(String service, String method, TrafficClass trafficClass) {
        methods.add(new GrpcMethod(service, method, trafficClass));
        return this;
    }

    /** Adds a rule to the policy: a codec for all traffic across a tier. The first matching rule wins. */
    public NarrowsBuilder rule(Tier tier, CodecSpec spec) {
        return rule(List.of(new TierCondition(tier)), spec);
    }

    /** Adds a rule to the policy: a codec for a traffic class. */
    public NarrowsBuilder rule(TrafficClass trafficClass, CodecSpec spec) {
        return rule(List.of(new ClassCondition(trafficClass)), spec);
    }

    /** Adds a rule to the policy: a codec for a traffic class across a tier. */
    public NarrowsBuilder rule(Tier tier, TrafficClass trafficClass, CodecSpec spec) {
        return rule(List.of(new TierCondition(tier), new ClassCondition(trafficClass)), spec);
    }

    private NarrowsBuilder rule(List<Condition> conditions, CodecSpec spec) {
        rules.add(new Rule(rules.size() + 1, PLACE, conditions, Compression.of(spec)));
        return this;
    }

    /** Sets the prices; AWS prices by default. */
    public NarrowsBuilder tariff(Tariff prices) {
        tariff = prices;
        return this;
    }

    /** Sets the codecs that this process uses and advertises, out of zstd, lz4, snappy and gzip; all by default. */
    public NarrowsBuilder codecs(Codec... wanted) {
        codecs = List.of(wanted);
        return this;
    }

    /** Sets the size below which messages are not compressed; 256 bytes by default. */
    public NarrowsBuilder minSize(int bytes) {
        minSize = bytes;
        return this;
    }

    /** Sets codecs with custom limits or dictionaries. */
    public NarrowsBuilder messageCodecs(GrpcCodecs codecsOfOwn) {
        messageCodecs = codecsOfOwn;
        return this;
    }

    /** @throws IllegalStateException if the node is not set */
    public Narrows build() {
        if (node == null) {
            throw new IllegalStateException("no node is set (expected: node(id, location) before build())");
        }
        Policy policy = rules.isEmpty() ? Policy.STANDARD : new Policy(rules);
        GrpcCodecs own = messageCodecs == null ? GrpcCodecs.load() : messageCodecs;
        GrpcSettings grpc = new GrpcSettings(methods, places, codecs, minSize);
        return Narrows.of(new Settings(node, places, policy, tariff, grpc, own));
    }
}
