package io.narrows.proxy.link.bill;

import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Divides the IP bytes of one direction of a link among the cells of its frames. Headers go to the cells of the frames
 * since the last round, in proportion to their segments; without frames since then, the previous weights apply, since
 * acknowledgments arrive late. Payload is held here until it is reported as sent. Used on the link's event loop only.
 */
final class CellShares {
    private final TrafficMeter traffic;
    private final List<Share> shares = new ArrayList<>(2);
    private @Nullable Share current;
    private long waiting;

    CellShares(TrafficMeter traffic) {
        this.traffic = traffic;
    }

    /** Counts a frame on the link. */
    void wire(TrafficCell cell, long bytes) {
        Share share = of(cell);
        share.frames++;
        share.bytes += bytes;
    }

    /** Counts bytes at the link's socket that have not been sent yet. */
    void payload(TrafficCell cell, long bytes) {
        of(cell).waiting += bytes;
        waiting += bytes;
    }

    /** Counts the app bytes of one frame that has not been sent yet. */
    void app(TrafficCell cell, long bytes) {
        Share share = of(cell);
        share.appFrames++;
        share.appBytes += bytes;
        share.appWaiting += bytes;
    }

    /** Returns the bytes at the link's socket that have not been sent yet. */
    long waiting() {
        return waiting;
    }

    /**
     * Books payload that was sent: a proportional part of each cell's waiting bytes, and the same part of its app
     * bytes.
     *
     * @param bytes at most {@link #waiting}
     */
    void bookLeft(long bytes) {
        long left = bytes;
        long rest = waiting;
        for (Share share : shares) {
            long own = left < rest ? Math.round((double) left * share.waiting / rest) : share.waiting;
            rest -= share.waiting;
            left -= own;
            waiting -= own;
            share.bookLeft(own);
        }
    }

    private Share of(TrafficCell cell) {
        if (current == null || current.cell != cell) {
            current = find(cell);
        }
        return current;
    }

    private Share find(TrafficCell cell) {
        for (Share share : shares) {
            if (share.cell == cell) {
                return share;
            }
        }
        Share added = new Share(cell);
        shares.add(added);
        return added;
    }

    /** Computes the weights of later bookings from the frames counted since the last call. */
    void weigh(IpHeaders headers) {
        boolean wire = false;
        boolean app = false;
        for (Share share : shares) {
            wire |= share.frames > 0;
            app |= share.appFrames > 0;
        }
        for (Share share : shares) {
            if (wire) {
                share.weight = share.frames + share.bytes / headers.payload();
                share.frames = 0;
                share.bytes = 0;
            }
            if (app) {
                share.appWeight = share.appFrames + share.appBytes / headers.payload();
                share.appFrames = 0;
                share.appBytes = 0;
            }
        }
    }

    /** Books headers of the link's segments. */
    void headers(long bytes, TrafficCell otherwise) {
        split(bytes, share -> share.weight, share -> share.cell, TrafficCell::wireIp, otherwise);
    }

    /** Books the link's acknowledgments of these cells, which travel in the other direction. */
    void acknowledgements(long bytes, TrafficCell otherwise) {
        split(bytes, share -> share.weight, Share::opposite, TrafficCell::wireIp, otherwise);
    }

    /** Books headers of the application's own segments. */
    void baselineHeaders(long bytes, TrafficCell otherwise) {
        split(bytes, share -> share.appWeight, share -> share.cell, TrafficCell::baselineIp, otherwise);
    }

    /** Books acknowledgments of the application's own segments, which travel in the other direction. */
    void baselineAcknowledgements(long bytes, TrafficCell otherwise) {
        split(bytes, share -> share.appWeight, Share::opposite, TrafficCell::baselineIp, otherwise);
    }

    /** Returns whether app bytes were carried before the last {@link #weigh}. */
    boolean carriedApp() {
        return shares.stream().anyMatch(share -> share.appWeight > 0);
    }

    private void split(
            long bytes,
            ToLongFunction<Share> weight,
            Function<Share, TrafficCell> cell,
            ObjLongConsumer<TrafficCell> book,
            TrafficCell otherwise) {
        long weights = shares.stream().mapToLong(weight).sum();
        if (bytes <= 0) {
            return;
        }
        if (weights == 0) {
            book.accept(otherwise, bytes);
            return;
        }
        long left = bytes;
        for (Share share : shares) {
            long own = weight.applyAsLong(share);
            if (own > 0) {
                long part = Math.round((double) left * own / weights);
                book.accept(cell.apply(share), part);
                left -= part;
                weights -= own;
            }
        }
    }

    private final class Share {
        private final TrafficCell cell;
        private @Nullable TrafficCell opposite;
        private long frames;
        private long bytes;
        private long appFrames;
        private long appBytes;
        private long weight;
        private long appWeight;
        private long waiting;
        private long appWaiting;

        Share(TrafficCell cell) {
            this.cell = cell;
        }

        TrafficCell opposite() {
            if (opposite == null) {
                opposite = traffic.opposite(cell);
            }
            return opposite;
        }

        void bookLeft(long bytes) {
            long app = bytes == waiting ? appWaiting : Math.round((double) appWaiting * bytes / waiting);
            cell.wireIp(bytes);
            cell.baselineIp(app);
            waiting -= bytes;
            appWaiting -= app;
        }
    }
}
