package io.narrows.proxy.link.frame;

import io.narrows.proxy.meter.TrafficCell;

/** Counts the frames that a {@link FrameWriter} writes. */
public interface FrameMeter {
    /** Counts the app bytes of the next frame. */
    void carries(TrafficCell cell, int appBytes);

    /** Counts a frame that is about to be written, in bytes with its header. */
    void sending(TrafficCell cell, int frameBytes);
}
