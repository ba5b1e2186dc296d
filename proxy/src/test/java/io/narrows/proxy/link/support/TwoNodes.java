package io.narrows.proxy.link.support;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.OtherEncodersException;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameReader;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.registry.EncoderRefusals;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryPool;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.DictionaryCounters;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.unpack.recipe.Recipes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Two nodes, {@code a} and {@code b}, and links from {@code a} to {@code b} with their hellos, without sockets, in the test's thread. */
public final class TwoNodes implements AutoCloseable {
    /** The target of {@code b}. */
    public static final String TARGET = "work";

    private static final String CONFIG = """
            version: 1
            node: {id: %s, region: r, zone: z, host: h-%1$s}
            link: {listen: 127.0.0.1:1, %s}
            targets: {work: 127.0.0.1:2}
            peers: [{id: %s, region: r, zone: z, host: h-%3$s, link: 127.0.0.1:3}]
            dictionaries: {path: dictionaries}
            policy: [%s]
            """;

    /** One node. */
    public final class Node {
        private final PeerId id;
        private final PeerId peer;
        private final String rule;
        private String plaintext;
        private final EventMeter events = new EventMeter();
        private final KeptDictionaries dictionaries = new KeptDictionaries();
        private final LinkEnvironment environment;
        private final LinkHandshakes handshakes;

        private Node(String id, String peer, String rule, String plaintext, Supplier<Recipes> recipes) {
            this.id = new PeerId(id);
            this.peer = new PeerId(peer);
            this.rule = rule;
            this.plaintext = plaintext;
            this.environment = environment(rule, recipes);
            this.handshakes = new LinkHandshakes(
                    environment, (link, open) -> link.accept(accepting), plaintext(), () -> false, "test");
        }

        private LinkEnvironment environment(String rule, Supplier<Recipes> recipes) {
            return LinkEnvironments.of(
                    CONFIG.formatted(id, plaintext, peer, rule),
                    events,
                    task -> workers.execute(task),
                    () -> now,
                    dictionaries,
                    recipes);
        }

        /** Replaces the rule of the policy. */
        public void apply(String rule) {
            environment
                    .live()
                    .replace(environment(rule, Recipes::ofThisProcess).live().current());
        }

        /** Replaces the rule of the policy, and no longer allows plain text between sidecars explicitly. */
        public void applyWithoutPlaintext(String rule) {
            plaintext = "plaintext: false";
            apply(rule);
        }

        private LinkSecurity plaintext() {
            try {
                return new LinkSecurity(
                        new TlsContexts(TlsContexts.load(Optional.empty(), id, Instant.EPOCH)),
                        new TlsPeers(Runnable::run),
                        () -> now);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public PeerId id() {
            return id;
        }

        public EventMeter events() {
            return events;
        }

        public KeptDictionaries dictionaries() {
            return dictionaries;
        }

        /** Returns how this node uses dictionaries with the other one. */
        public DictionaryCounters counters() {
            return events.dictionaries(peer);
        }

        /** Returns how many contexts of this node began with a dictionary. */
        public long dictionaryContexts() {
            return counters().contexts().sum();
        }

        /** Returns the memory of what is kept for later links with the other node, in bytes. */
        public long historyBytes() {
            return environment.memory().account(Purpose.HISTORY, peer).usedBytes();
        }

        /** Does once what a sidecar does about once a minute. */
        public void dropAbandonedDictionaries() {
            environment.dictionaries().dropAbandoned();
        }

        /** Returns the encoders that this node does not use with the other one. */
        public EncoderRefusals encoderRefusals() {
            return environment.encoderRefusals();
        }

        /** Returns the memory for a purpose. */
        public MemoryPool memory(Purpose purpose) {
            return environment.memory().pool(purpose);
        }

        /** Takes all memory for what is kept for later links with the other node. */
        public void exhaustHistory() {
            Account account = environment.memory().account(Purpose.HISTORY, peer);
            account.count(Storage.HEAP, account.pool().limitBytes());
        }
    }

    /** A link of the nodes. */
    public final class Pair {
        private DuplexEmbeddedChannel channelOfA;
        private DuplexEmbeddedChannel channelOfB;
        private final LinkApplication applicationOfA =
                new LinkApplication(false, false, UnpooledByteBufAllocator.DEFAULT);
        private final LinkApplication applicationOfB =
                new LinkApplication(false, false, UnpooledByteBufAllocator.DEFAULT);
        private long bytes;

        private Pair() {
            Promise<Link> accepted = ImmediateEventExecutor.INSTANCE.newPromise();
            Promise<Link> dialled = ImmediateEventExecutor.INSTANCE.newPromise();
            dial(false, accepted, dialled);
            if (dialled.cause() instanceof OtherEncodersException) {
                beforeRetry.run();
                close();
                accepted = ImmediateEventExecutor.INSTANCE.newPromise();
                dialled = ImmediateEventExecutor.INSTANCE.newPromise();
                dial(true, accepted, dialled);
            }
            applicationOfA.carriedBy(dialled.getNow());
            applicationOfB.carriedBy(accepted.getNow());
        }

        private void dial(boolean allEncoders, Promise<Link> accepted, Promise<Link> dialled) {
            channelOfA = new DuplexEmbeddedChannel(new CountingAllocator());
            channelOfB = new DuplexEmbeddedChannel(new CountingAllocator());
            b.handshakes.accept(channelOfB, accepted);
            a.handshakes.dial(channelOfA, b.id, false, allEncoders, dialled);
            try {
                channelOfB.register();
                channelOfA.register();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            carry();
        }

        public LinkApplication a() {
            return applicationOfA;
        }

        public LinkApplication b() {
            return applicationOfB;
        }

        /** Opens the link for a connection. */
        public Pair open(Optional<RequestedTls> tls) {
            accepting = applicationOfB;
            a().link().open(a(), TARGET, TrafficClass.DEFAULT, tls);
            carry();
            return this;
        }

        /** Sends bytes of the application at an end. */
        public void send(LinkApplication from, byte[] content) {
            from.link().send(Unpooled.copiedBuffer(content), now);
            from.link().flush();
            carry();
        }

        /** Ends the connection. */
        public void finish() {
            a().link().finish();
            carry();
            b().link().finish();
            carry();
        }

        /** Sends a frame to {@code b} that {@code a} has not written. */
        public void inject(byte[] frame) {
            channelOfB.writeInbound(Unpooled.copiedBuffer(frame));
            carry();
        }

        /** Sends a message to {@code b} that {@code a} has not written, and returns the answers, which {@code a} does not get. */
        public List<Control> ask(Control.Builder message) {
            channelOfB.writeInbound(Unpooled.copiedBuffer(
                    WireBytes.frame(FrameDescriptor.control(), message.build().toByteArray())));
            channelOfB.runPendingTasks();
            List<Control> answers = new ArrayList<>();
            FrameReader reader = new FrameReader(FrameForm.CONTENT_CHECKED, new FrameReader.Sink() {
                @Override
                public boolean accepts() {
                    return true;
                }

                @Override
                public void frame(int head, ByteBuf payload, long check) throws CorruptFrameException {
                    answers.add(ControlMessages.parse(payload));
                }
            });
            try {
                for (ByteBuf some = channelOfB.readOutbound(); some != null; some = channelOfB.readOutbound()) {
                    reader.read(some.alloc(), some);
                }
            } catch (CorruptFrameException e) {
                throw new IllegalStateException(e);
            } finally {
                reader.close();
            }
            return answers;
        }

        /** Lets a second pass, and the links look after what they have. */
        public void tick() {
            tick(1_000_000_000L);
        }

        /** Lets time pass, and the links look after what they have. */
        public void tick(long nanos) {
            now += nanos;
            for (LinkApplication end : List.of(a(), b())) {
                end.link().releaseIfIdleFor(60_000_000_000L);
            }
            carry();
        }

        /** Carries bytes between the nodes until there are none. */
        public void carry() {
            while (move(channelOfA, channelOfB) | move(channelOfB, channelOfA)) {}
        }

        private boolean move(DuplexEmbeddedChannel from, DuplexEmbeddedChannel to) {
            from.runPendingTasks();
            boolean moved = false;
            for (ByteBuf some = from.readOutbound(); some != null; some = from.readOutbound()) {
                byte[] copy = ByteBufUtil.getBytes(some);
                some.release();
                bytes += copy.length;
                moved |= copy.length > 0;
                if (to.isOpen()) {
                    to.writeInbound(Unpooled.copiedBuffer(copy));
                }
            }
            return moved;
        }

        /** Returns all bytes of both directions so far, with hellos. */
        public long bytes() {
            return bytes;
        }

        /** Ends both ends of the connection. */
        public void close() {
            channelOfA.finishAndReleaseAll();
            channelOfB.finishAndReleaseAll();
        }
    }

    private Executor workers = Runnable::run;
    private long now = 1;
    private final Node a;
    private Node b;
    private Runnable beforeRetry = () -> {};
    private final List<Pair> pairs = new ArrayList<>();
    private LinkApplication accepting;

    /** @param rule of the policies of both */
    public TwoNodes(String rule) {
        this(rule, rule, true);
    }

    /**
     * @param ruleOfA of {@code a}'s policy
     * @param ruleOfB of {@code b}'s policy
     * @param plaintext whether {@code b} explicitly allows plain text
     */
    public TwoNodes(String ruleOfA, String ruleOfB, boolean plaintext) {
        this(ruleOfA, ruleOfB, "plaintext: true", "plaintext: " + plaintext);
    }

    private TwoNodes(String ruleOfA, String ruleOfB, String linkOfA, String linkOfB) {
        a = new Node("a", "b", ruleOfA, linkOfA, Recipes::ofThisProcess);
        b = new Node("b", "a", ruleOfB, linkOfB, Recipes::ofThisProcess);
    }

    /**
     * Returns nodes with limits of memory.
     *
     * @param rule of the policies of both
     * @param ofA {@code link.context-memory} of {@code a}
     * @param ofB likewise of {@code b}
     */
    public static TwoNodes withMemory(String rule, String ofA, String ofB) {
        String link = "plaintext: true, context-memory: ";
        return new TwoNodes(rule, rule, link + ofA, link + ofB);
    }

    public Node a() {
        return a;
    }

    public Node b() {
        return b;
    }

    /** Ends all links and starts {@code b} again, with other recipes. */
    public void restartB(Recipes recipes) {
        pairs.forEach(Pair::close);
        pairs.clear();
        b.dictionaries.close();
        b = new Node("b", "a", b.rule, b.plaintext, () -> recipes);
    }

    /** Sets what runs before {@code b} is dialed a second time for one link. */
    public void beforeRetry(Runnable task) {
        beforeRetry = task;
    }

    /** Connects the nodes with a link that is ready. */
    public Pair connect() {
        pairs.add(new Pair());
        return pairs.get(pairs.size() - 1);
    }

    /** Connects the nodes with a link that carries a connection without TLS. */
    public Pair open() {
        return connect().open(Optional.empty());
    }

    /** Sets what runs tasks of both nodes that an event loop does not run; the caller's thread, unless this is called. */
    public void workers(Executor others) {
        workers = others;
    }

    /** Lets time pass. */
    public void pass(long nanos) {
        now += nanos;
    }

    @Override
    public void close() {
        pairs.forEach(Pair::close);
        a.dictionaries.close();
        b.dictionaries.close();
    }
}
