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

/** Says in code what a configuration file says. Without rules the policy is the one of a file without them. Not thread-safe. */
public final class NarrowsBuilder {
    private static final Place PLACE = Place.of("builder");

    private Node node;
    private final List<GrpcPlace> places = new ArrayList<>();
    private final List<GrpcMethod> methods = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private Tariff tariff = Tariff.STANDARD;
    private List<Codec> codecs = GrpcSettings.DEFAULT.codecs();
    private int minSize = GrpcSettings.DEFAULT.minSize();
    private GrpcCodecs messageCodecs;

    NarrowsBuilder() {}

    /** This node: its id, and where it is. Required. */
    public NarrowsBuilder node(String id, Location location) {
        node = new Node(id, location);
        return this;
    }

    /**
     * Another end of calls.
     *
     * @param addresses IP addresses and ranges of them, {@code 10.2.0.0/16}; none for one that callers name
     * @throws IllegalArgumentException when a text is no range
     */
    public NarrowsBuilder place(String name, Location location, String... addresses) {
        List<AddressRange> ranges = Stream.of(addresses).map(AddressRange::of).toList();
        places.add(new GrpcPlace(name, location, ranges));
        return this;
    }

    /** What calls of a method are, as {@code grpc.methods} has it. The first that matches wins. */
    public NarrowsBuilder method(String service, String method, TrafficClass trafficClass) {
        methods.add(new GrpcMethod(service, method, trafficClass));
        return this;
    }

    /** The next rule of the policy: a codec for all that goes a distance. The first that matches wins. */
    public NarrowsBuilder rule(Tier tier, CodecSpec spec) {
        return rule(List.of(new TierCondition(tier)), spec);
    }

    /** The next rule of the policy: a codec for a class. */
    public NarrowsBuilder rule(TrafficClass trafficClass, CodecSpec spec) {
        return rule(List.of(new ClassCondition(trafficClass)), spec);
    }

    /** The next rule of the policy: a codec for a class, where it goes a distance. */
    public NarrowsBuilder rule(Tier tier, TrafficClass trafficClass, CodecSpec spec) {
        return rule(List.of(new TierCondition(tier), new ClassCondition(trafficClass)), spec);
    }

    private NarrowsBuilder rule(List<Condition> conditions, CodecSpec spec) {
        rules.add(new Rule(rules.size() + 1, PLACE, conditions, Compression.of(spec)));
        return this;
    }

    /** Prices; those of AWS unless given. */
    public NarrowsBuilder tariff(Tariff prices) {
        tariff = prices;
        return this;
    }

    /** What this process compresses with, and says that it takes, of zstd, lz4, snappy and gzip; all of them unless given. */
    public NarrowsBuilder codecs(Codec... wanted) {
        codecs = List.of(wanted);
        return this;
    }

    /** Messages that are smaller go as they are; 256 bytes unless given. */
    public NarrowsBuilder minSize(int bytes) {
        minSize = bytes;
        return this;
    }

    /** Codecs with limits or dictionaries of one's own. */
    public NarrowsBuilder messageCodecs(GrpcCodecs codecsOfOwn) {
        messageCodecs = codecsOfOwn;
        return this;
    }

    /** @throws IllegalStateException when there is no node */
    public Narrows build() {
        if (node == null) {
            throw new IllegalStateException("no node (expected: node(id, location) before build())");
        }
        Policy policy = rules.isEmpty() ? Policy.STANDARD : new Policy(rules);
        GrpcCodecs own = messageCodecs == null ? GrpcCodecs.load() : messageCodecs;
        GrpcSettings grpc = new GrpcSettings(methods, places, codecs, minSize);
        return Narrows.of(new Settings(node, places, policy, tariff, grpc, own));
    }
}
