package io.narrows.proxy.link.unpack;

import io.narrows.codec.MalformedDataException;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.CpuClock;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.NoWorkspaceMemoryException;
import io.narrows.unpack.recipe.WorkspaceMemory;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceDiffersException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The stage behind a link's codec, which turns carried content into app bytes. Pieces that take long are rebuilt on a worker; until they are
 * delivered, the link decodes no other frame. The memory of pieces that are incomplete or wait for a worker is charged to the peer. Used on
 * the link's event loop only.
 */
public final class RebuildingStream {
    /** Rebuilding that takes longer would delay the other links of an event loop. */
    private static final long NOTICEABLE_NANOS = 100_000;

    /**
     * The longest time that the pieces of one frame may take. A sender unpacks them in much less, as it rebuilds them too, and in time; a
     * hostile one could occupy a worker with thousands of tiny pieces.
     */
    private static final long LONGEST_NANOS = 1_000_000_000;

    /** Receives app bytes, in order. */
    public interface Listener {
        /**
         * Takes app bytes.
         *
         * @param readAt when they were read from the socket, on the nano clock
         */
        void rebuilt(ByteBuf app, long readAt);

        /** Reports that pieces were rebuilt on a worker and delivered: the frames that waited can continue. */
        void rebuiltOffLoop();

        /** Reports that a piece was rebuilt wrongly, or an internal error. */
        void failed(Throwable cause);
    }

    private final Channel channel;
    private final Executor workers;
    private final AgreedRecipes recipes;
    private final UnpackMeter.Receiving meter;
    private final Account account;
    private final EncoderGrant encoder;
    private final Listener listener;
    private final CpuClock cpu = CpuClock.exact();
    private @Nullable CarriedReader reader;

    /** A reader that is closed once its pieces are rebuilt. */
    private @Nullable CarriedReader abandoned;

    private long charged;
    private boolean rebuilding;
    private volatile boolean closed;

    /**
     * @param recipes those that the peer has as well
     * @param account the peer's account of received contexts
     * @param encoders memory of the encoder that the peer may have kept here
     */
    public RebuildingStream(
            Channel channel,
            Executor workers,
            AgreedRecipes recipes,
            UnpackMeter.Receiving meter,
            Account account,
            WorkspaceMemory encoders,
            Listener listener) {
        this.channel = channel;
        this.workers = workers;
        this.recipes = recipes;
        this.meter = meter;
        this.account = account;
        this.encoder = new EncoderGrant(encoders, recipes.largestEncoderBytes());
        this.listener = listener;
    }

    /**
     * Applies the peer's message that says whether content is carried from here on.
     *
     * @throws CorruptFrameException if the message changes nothing, comes within a part, or if both ends have no recipe in common
     */
    public void carries(boolean carried) throws CorruptFrameException {
        if (carried == isCarried()) {
            throw new CorruptFrameException("CARRIED changes nothing: on=" + carried);
        }
        if (recipes.count() == 0) {
            throw new CorruptFrameException("CARRIED on a link without common recipes");
        }
        end();
        abandonReader();
        reader = carried ? new CarriedReader(recipes, PieceLimits.STANDARD, encoder::bytes) : null;
    }

    /** Returns whether content is carried. */
    public boolean isCarried() {
        return reader != null;
    }

    /** Returns whether the next frame has to wait for a piece that is being rebuilt on a worker. */
    public boolean holdsBack() {
        return rebuilding;
    }

    /** Returns the memory of pieces that are incomplete or on a worker, and that of the encoder. */
    public long memoryBytes() {
        return charged + encoder.bytes();
    }

    /** Returns the memory of pieces that are incomplete or on a worker, which is on the Java heap, in bytes. */
    public long heapBytes() {
        return charged;
    }

    /**
     * Applies the peer's request for an encoder of so many bytes here, between frames; 0 frees it.
     *
     * @return the memory that the encoder may have, in bytes
     * @throws CorruptFrameException if the encoder is freed within a piece
     */
    public long wantedEncoder(long bytes) throws CorruptFrameException {
        if (bytes == 0) {
            freeEncoder();
        }
        return encoder.want(bytes);
    }

    private void freeEncoder() throws CorruptFrameException {
        end();
        if (reader != null) {
            reader.endStream();
        }
        encoder.end();
    }

    /**
     * Delivers the app bytes of carried content, of which it takes ownership, now or after a worker has rebuilt pieces.
     *
     * @param readAt when the content was read from the socket, on the nano clock
     * @throws CorruptFrameException if the content has no valid form, or a piece was rebuilt wrongly
     */
    public void receive(ByteBuf carried, long readAt) throws CorruptFrameException {
        CarriedContent content = read(carried);
        boolean handedOver = false;
        try {
            if (content.nanos() > LONGEST_NANOS) {
                throw new CorruptFrameException("pieces in a frame would take " + content.nanos() / 1_000_000
                        + " ms to rebuild (expected: at most " + LONGEST_NANOS / 1_000_000 + ")");
            }
            boolean isSlow = content.nanos() >= NOTICEABLE_NANOS;
            charge(incompleteBytes() + (isSlow ? content.heldBytes() : 0));
            if (isSlow) {
                handedOver = true;
                rebuildOffLoop(content, readAt);
            } else if (!content.isEmpty()) {
                listener.rebuilt(rebuild(content), readAt);
            }
        } catch (MalformedDataException e) {
            throw corrupt(e);
        } finally {
            if (!handedOver) {
                content.release();
            }
        }
    }

    /** Returns the parts of content, and releases the content itself. */
    private CarriedContent read(ByteBuf carried) throws CorruptFrameException {
        CarriedContent content = null;
        boolean isRead = false;
        try {
            content = new CarriedContent(channel.alloc(), carried.readableBytes());
            Objects.requireNonNull(reader)
                    .read(carried.internalNioBuffer(carried.readerIndex(), carried.readableBytes()), content);
            isRead = true;
            return content;
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        } finally {
            carried.release();
            if (content != null && !isRead) {
                content.release();
            }
        }
    }

    private long incompleteBytes() {
        return reader == null ? 0 : reader.heldBytes();
    }

    /** Changes what is charged to the peer. A frame's bytes are read before, so that one of them may be held beyond the limit. */
    private void charge(long bytes) throws ShortOfMemoryException {
        if (bytes > charged && !account.take(Storage.HEAP, bytes - charged)) {
            throw new ShortOfMemoryException("no memory for a piece of " + bytes + " bytes: the peer has "
                    + account.usedBytes() + ", its share is " + account.shareBytes());
        }
        if (bytes > charged) {
            charged = bytes;
        } else {
            giveBackTo(bytes);
        }
    }

    private void giveBackTo(long left) {
        account.giveBack(Storage.HEAP, charged - left);
        charged = left;
    }

    private ByteBuf rebuild(CarriedContent content) throws MalformedDataException, ShortOfMemoryException {
        cpu.start();
        try {
            return content.rebuild(channel.alloc(), meter, () -> closed);
        } catch (NoWorkspaceMemoryException e) {
            throw new ShortOfMemoryException("no memory to rebuild a piece: " + e.getMessage());
        } finally {
            meter.cpu(cpu.stop());
        }
    }

    private void rebuildOffLoop(CarriedContent content, long readAt) {
        rebuilding = true;
        try {
            workers.execute(() -> rebuildHere(content, readAt));
        } catch (RuntimeException | Error e) {
            rebuilding = false;
            content.release();
            throw e;
        }
    }

    /** Runs on a worker. An event loop that has ended rejects the result. */
    private void rebuildHere(CarriedContent content, long readAt) {
        ByteBuf app = null;
        Throwable failure = null;
        try {
            app = rebuild(content);
        } catch (MalformedDataException e) {
            failure = corrupt(e);
        } catch (ShortOfMemoryException | RuntimeException | Error e) {
            failure = e;
        } finally {
            content.release();
        }
        ByteBuf made = app;
        Throwable cause = failure;
        try {
            channel.eventLoop().execute(() -> rebuiltOffLoop(made, cause, readAt));
        } catch (RejectedExecutionException e) {
            release(made);
            rebuilding = false;
            closeAbandoned();
            giveBackAll();
        }
    }

    private void rebuiltOffLoop(@Nullable ByteBuf app, @Nullable Throwable cause, long readAt) {
        rebuilding = false;
        giveBackTo(incompleteBytes());
        closeAbandoned();
        if (closed) {
            giveBackAll();
            release(app);
        } else if (app == null) {
            listener.failed(Objects.requireNonNull(cause));
        } else {
            deliver(app, readAt);
        }
    }

    private void deliver(ByteBuf app, long readAt) {
        try {
            listener.rebuilt(app, readAt);
            listener.rebuiltOffLoop();
        } catch (RuntimeException | Error e) {
            listener.failed(e); // the caller would swallow it
        }
    }

    private static void release(@Nullable ByteBuf app) {
        if (app != null) {
            app.release();
        }
    }

    /**
     * Ends the direction, and frees the encoder.
     *
     * @throws CorruptFrameException if it ends within a piece
     */
    public void finish() throws CorruptFrameException {
        freeEncoder();
    }

    private void end() throws CorruptFrameException {
        try {
            if (reader != null) {
                reader.end();
            }
        } catch (MalformedDataException e) {
            throw corrupt(e);
        }
    }

    private static CorruptFrameException corrupt(MalformedDataException cause) {
        return cause instanceof PieceDiffersException differing
                ? new RebuiltWronglyException(differing)
                : new CorruptFrameException(cause.getMessage(), cause);
    }

    /** Discards pieces that are being rebuilt. */
    public void close() {
        closed = true;
        abandonReader();
        if (!rebuilding) {
            giveBackAll();
        }
    }

    private void giveBackAll() {
        giveBackTo(0);
        encoder.end();
    }

    private void abandonReader() {
        abandoned = reader == null ? abandoned : reader;
        reader = null;
        closeAbandoned();
    }

    private void closeAbandoned() {
        if (abandoned != null && !rebuilding) {
            abandoned.close();
            abandoned = null;
        }
    }
}
