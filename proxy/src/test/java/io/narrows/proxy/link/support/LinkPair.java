package io.narrows.proxy.link.support;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.session.OpenRequests;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.unpack.recipe.Recipes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Both ends of an open link, without sockets, in the test's thread. Workers run, bytes move and time passes at random, but only when the
 * test lets them.
 */
public final class LinkPair {
    /** One end of the link. */
    public final class End {
        private final EventMeter events = new EventMeter();
        private final CountingAllocator allocator = new CountingAllocator();
        private final Deque<Runnable> work = new ArrayDeque<>();
        private final Deque<byte[]> wire = new ArrayDeque<>();
        private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(allocator);
        private final LinkApplication application = new LinkApplication(false, false, allocator);
        private final LinkEnvironment environment;

        private End(String rules) {
            environment = LinkEnvironments.ofA(rules, events, work::add, () -> now);
        }

        private void connect(boolean dialled, FrameForm form, OpenRequests requests) {
            register();
            channel.freezeTime();
            LinkTermsBuilder terms = new LinkTermsBuilder()
                    .frames(form)
                    .dialled(dialled)
                    .encoders(Recipes.ofThisProcess().encoders());
            for (Codec codec : Codec.values()) {
                terms.decodes(codec, codec == Codec.ZSTD || codec == Codec.DENSE ? 20 : 0);
            }
            LinkTerms agreed = terms.build();
            LinkBill bill = new LinkBill(channel, dialled, environment.traffic());
            Link link = new Link(environment, agreed, requests, channel, new WireCounter(bill));
            channel.pipeline().addLast(new Actions(), link.handler());
            application.carriedBy(link);
        }

        private void register() {
            try {
                channel.register();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        public LinkApplication application() {
            return application;
        }

        public LinkEnvironment environment() {
            return environment;
        }

        public EventMeter events() {
            return events;
        }

        /** Returns the bytes of buffers that were not released. */
        public long liveBytes() {
            return allocator.live();
        }

        /** Returns whether the end has a link that was taken. */
        public boolean canSend() {
            return application.link().state() == LinkState.OPEN
                    || application.link().state() == LinkState.OPENING
                            && application.link().dialled();
        }

        /** Sends bytes of the application. */
        public void send(byte[] bytes, int from, int length) {
            onLoop(() -> {
                application.link().send(allocator.directBuffer(length).writeBytes(bytes, from, length), now);
                application.link().flush();
            });
        }

        /** Ends the application's direction. */
        public void finish() {
            onLoop(() -> application.link().finish());
        }

        /**
         * Runs an action, and tasks of the loop, as a message. Outside of one, an embedded channel runs further tasks within each write, which
         * others never do.
         */
        private void onLoop(Runnable action) {
            if (channel.isOpen()) {
                channel.writeInbound((Runnable) () -> {
                    action.run();
                    channel.runPendingTasks();
                });
            }
        }

        /** Runs a random part of what waits here; returns whether anything did. */
        private boolean go(RandomGenerator random, End other) {
            onLoop(() -> {});
            for (ByteBuf written = channel.readOutbound(); written != null; written = channel.readOutbound()) {
                byte[] bytes = new byte[written.readableBytes()];
                written.readBytes(bytes).release();
                wire.add(bytes);
            }
            if (!work.isEmpty() && random.nextBoolean()) {
                work.remove().run();
            }
            if (!wire.isEmpty() && random.nextBoolean()) {
                byte[] bytes = wire.remove();
                int cut = random.nextInt(bytes.length + 1);
                other.read(bytes, 0, cut);
                other.read(bytes, cut, bytes.length - cut);
            }
            return !work.isEmpty() || !wire.isEmpty();
        }

        private void read(byte[] bytes, int from, int length) {
            if (length > 0) {
                onLoop(() -> {
                    channel.pipeline()
                            .fireChannelRead(allocator.directBuffer(length).writeBytes(bytes, from, length));
                    channel.pipeline().fireChannelReadComplete();
                });
            }
        }

        private void close() {
            channel.finishAndReleaseAll();
            while (!work.isEmpty()) {
                work.remove().run();
                channel.runPendingTasks();
            }
        }
    }

    /** Runs actions that are passed as messages. */
    private static final class Actions extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof Runnable action) {
                action.run();
            } else {
                context.fireChannelRead(message);
            }
        }
    }

    private final End a;
    private final End b;
    private long now = 1;

    /** @param rules of the policies of both ends */
    public LinkPair(String rules, FrameForm form) {
        a = new End(rules);
        b = new End(rules);
        b.connect(false, form, (link, open) -> link.accept(b.application));
        a.connect(true, form, (link, open) -> {});
        a.onLoop(() -> a.application.link().open(a.application, "work", TrafficClass.DEFAULT));
    }

    /** Returns the end that dialed. */
    public End a() {
        return a;
    }

    /** Returns the end that accepted. */
    public End b() {
        return b;
    }

    /** Lets time pass at both ends. */
    public void advance(long nanos) {
        now += nanos;
        for (End end : List.of(a, b)) {
            end.channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
            end.onLoop(() -> {});
        }
    }

    /** Lets a random part of what waits happen; returns whether anything waits. */
    public boolean go(RandomGenerator random) {
        boolean waits = a.go(random, b);
        return b.go(random, a) || waits;
    }

    /** Runs until nothing waits. */
    public void goOn(RandomGenerator random) {
        int quiet = 0;
        while (quiet < 20) {
            quiet = go(random) ? 0 : quiet + 1;
            advance(1_000_000);
        }
    }

    /** Closes both ends. */
    public void close() {
        a.close();
        b.close();
    }
}
