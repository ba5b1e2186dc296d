package io.narrows.proxy.link.support;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.dictionary.SharedDictionaries;
import io.narrows.proxy.link.dictionary.SidecarDictionaries;
import io.narrows.proxy.link.primed.PrimedContexts;
import io.narrows.proxy.link.registry.CodecRefusals;
import io.narrows.proxy.link.registry.EncoderRefusals;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.registry.PeerRecipes;
import io.narrows.proxy.link.registry.RateLimitedLog;
import io.narrows.proxy.link.registry.ReachedOnce;
import io.narrows.proxy.link.shared.AccountedHistory;
import io.narrows.proxy.link.shared.SharedHistories;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.WorkspaceMemory;
import io.narrows.unpack.recipe.Workspaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Creates the components that links share, without a sidecar. The log is not limited. */
public final class LinkEnvironments {
    private static final String A_WITH_PEER_B = """
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {work: 127.0.0.1:2}
            peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]
            policy: [%s]
            """;

    private LinkEnvironments() {}

    /** Returns those of node {@code a}, whose peer is {@code b}, with the rules of a policy. */
    public static LinkEnvironment ofA(String rules, EventMeter events, Executor workers, LongSupplier nanoClock) {
        return of(A_WITH_PEER_B.formatted(rules), events, workers, nanoClock);
    }

    /** Returns those of a YAML configuration. */
    public static LinkEnvironment of(String yaml, EventMeter events, Executor workers, LongSupplier nanoClock) {
        return of(yaml, events, workers, nanoClock, SidecarDictionaries.NONE);
    }

    /** @param dictionaries those of the node */
    public static LinkEnvironment of(
            String yaml,
            EventMeter events,
            Executor workers,
            LongSupplier nanoClock,
            SidecarDictionaries dictionaries) {
        return of(yaml, events, workers, nanoClock, dictionaries, Recipes::ofThisProcess);
    }

    /** @param recipes returns those of the node */
    public static LinkEnvironment of(
            String yaml,
            EventMeter events,
            Executor workers,
            LongSupplier nanoClock,
            SidecarDictionaries dictionaries,
            Supplier<Recipes> recipes) {
        Config config = parse(yaml);
        Codecs codecs = Codecs.load();
        MemoryLedger memory = Ledgers.of(config.link().contextMemory());
        LiveConfig live = new LiveConfig(config);
        LinkRegistry registry = new LinkRegistry();
        EncoderRefusals encoders = new EncoderRefusals();
        return new LinkEnvironment(
                live,
                codecs,
                memory,
                new ContextBudget(codecs, memory),
                new SharedHistories(peer -> AccountedHistory.of(memory, peer)),
                registry,
                new CodecRefusals(live, registry),
                new TrafficMeter(config.node().location(), config.tariff()),
                events,
                new LatencyMeter(),
                workers,
                nanoClock,
                new RateLimitedLog(Duration.ZERO, System::nanoTime),
                new ReachedOnce(),
                LinkTap.NONE,
                new PeerRecipes(recipes, encoders, new Workspaces(WorkspaceMemory.UNLIMITED, nanoClock), nanoClock),
                encoders,
                new UnpackMeter(),
                new PrimedContexts(live, memory, workers, nanoClock),
                new SharedDictionaries(live, memory, events, workers, nanoClock, dictionaries));
    }

    /** Returns the same components with a tap of what links send. */
    public static LinkEnvironment tapped(LinkEnvironment environment, LinkTap tap) {
        return new LinkEnvironment(
                environment.live(),
                environment.codecs(),
                environment.memory(),
                environment.contexts(),
                environment.histories(),
                environment.registry(),
                environment.refusals(),
                environment.traffic(),
                environment.events(),
                environment.latency(),
                environment.workers(),
                environment.nanoClock(),
                environment.rateLimitedLog(),
                environment.reached(),
                tap,
                environment.recipes(),
                environment.encoderRefusals(),
                environment.unpacking(),
                environment.primed(),
                environment.dictionaries());
    }

    private static Config parse(String yaml) {
        try {
            return ConfigLoader.parse("test.yaml", yaml, Path.of("."));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
