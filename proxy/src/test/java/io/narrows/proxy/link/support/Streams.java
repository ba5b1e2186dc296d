package io.narrows.proxy.link.support;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameReader;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.send.FrameSender;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/** One direction of a link and its other end, without the link. Workers run only when the test lets them. */
public final class Streams {
    /** Receives the frames at the other end. */
    public interface Heard {
        void data(int head, ByteBuf payload, long check) throws CorruptFrameException;

        void control(ByteBuf payload) throws CorruptFrameException;
    }

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final LinkEnvironment environment;
    private final SendingStream sending;
    private final ReceivingStream receiving;
    private final FrameReader reader;
    private final ControlWriter control;
    private final LinkHistory history;
    private boolean workersEnded;
    private Heard heard;
    private Throwable failure;

    /** @param rules of the policy of {@code a}, which is the sending end */
    public Streams(String rules, LinkTerms terms, EventMeter events, LongSupplier nanoClock) {
        this(rules, terms, events, nanoClock, LinkTap.Connection.NONE);
    }

    /** @param tap may choose the codec */
    public Streams(String rules, LinkTerms terms, EventMeter events, LongSupplier nanoClock, LinkTap.Connection tap) {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(64 * 1024, 256 * 1024));
        environment = LinkEnvironments.ofA(rules, events, this::take, nanoClock);
        FrameWriter frames = new FrameWriter(
                channel, terms.frames(), new WireCounter(new LinkBill(channel, false, environment.traffic())));
        TrafficCell cell = environment
                .traffic()
                .cell(terms.peer(), terms.location(), TrafficClass.CONTROL, Codec.NONE, Direction.SENT);
        control = new ControlWriter(frames, () -> cell);
        history = new LinkHistory(environment.histories(), terms.peer(), channel.eventLoop(), control);
        FrameSender sender = new FrameSender(
                environment,
                terms,
                TrafficClass.BULK,
                channel,
                frames,
                control,
                history,
                ConnectionStates.NONE,
                ConnectionDictionaries.NONE,
                tap);
        reader = reader(terms.frames());
        receiving = new ReceivingStream(
                environment,
                terms,
                TrafficClass.BULK,
                channel.alloc(),
                history.received(),
                ConnectionStates.NONE,
                ConnectionDictionaries.NONE);
        sending = new SendingStream(
                channel, sender, environment.workers(), environment.nanoClock(), new SendingStream.Listener() {
                    @Override
                    public void wrote() {}

                    @Override
                    public void failed(Throwable cause) {
                        failure = cause;
                    }
                });
    }

    private FrameReader reader(FrameForm form) {
        return new FrameReader(form, new FrameReader.Sink() {
            @Override
            public boolean accepts() {
                return true;
            }

            @Override
            public void frame(int head, ByteBuf payload, long check) throws CorruptFrameException {
                if (FrameDescriptor.kind(head) == FrameDescriptor.KIND_DATA) {
                    heard.data(head, payload, check);
                } else {
                    receiving.verify(check);
                    heard.control(payload);
                }
            }
        });
    }

    private void take(Runnable task) {
        if (workersEnded) {
            throw new RejectedExecutionException("ended");
        }
        work.add(task);
    }

    /** Makes workers reject further work. */
    public void endWorkers() {
        workersEnded = true;
    }

    public EmbeddedChannel channel() {
        return channel;
    }

    public SendingStream sending() {
        return sending;
    }

    public ReceivingStream receiving() {
        return receiving;
    }

    public LinkHistory history() {
        return history;
    }

    /** Returns the history of another link with the same peer, whose messages are sent on this one. */
    public LinkHistory historyOfAnotherLink() {
        return new LinkHistory(environment.histories(), new PeerId("b"), channel.eventLoop(), control);
    }

    /** Returns the memory of both ends. */
    public MemoryLedger memory() {
        return environment.memory();
    }

    public LiveConfig live() {
        return environment.live();
    }

    /** Returns the tasks that wait for a worker. */
    public Deque<Runnable> work() {
        return work;
    }

    public void finishOne() {
        work.remove().run();
        channel.runPendingTasks();
    }

    public void finishWork() {
        while (!work.isEmpty()) {
            finishOne();
        }
    }

    /** Returns the memory of the contexts of both ends. */
    public long contextBytes() {
        return environment.contexts().usedBytes();
    }

    /** Returns why a frame could not be encoded, or null, and resets it. */
    public Throwable takeFailure() {
        Throwable taken = failure;
        failure = null;
        return taken;
    }

    /** Sends app bytes and takes ownership of them. */
    public void send(ByteBuf app, long now) {
        sending.send(app, now);
        channel.flush();
    }

    /** Delivers the frames written since the last call. */
    public void hear(Heard listener) throws CorruptFrameException {
        heard = listener;
        for (ByteBuf written = channel.readOutbound(); written != null; written = channel.readOutbound()) {
            reader.read(channel.alloc(), written);
        }
    }

    public void close() {
        sending.close();
        receiving.close();
        history.close();
        finishWork();
        channel.finishAndReleaseAll();
    }
}
