package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import java.util.List;

/**
 * Bytes that the traffic of a region takes when coded in one way.
 *
 * @param toFollowers bytes of the leader's frames on their links, with their headers and checks
 * @param toFollowersIp IP bytes of these, acknowledgments included
 * @param border bytes of all frames on links across the border, in both directions
 * @param borderIp IP bytes of these
 * @param neighborIp IP bytes of the frames that the sidecars of the region pass on to each other
 */
record CarriedBytes(double toFollowers, double toFollowersIp, double border, double borderIp, double neighborIp) {
    /** @param separate the frames as they are coded with a context for each follower */
    static CarriedBytes of(List<Frame> frames, Variant variant, List<Frame> separate) {
        double toFollowers = 0;
        double toFollowersIp = 0;
        double border = 0;
        double borderIp = 0;
        double neighborIp = 0;
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            double ip = LinkBytes.ipBytes(frame.linkBytes());
            border += frame.linkBytes();
            borderIp += ip;
            if (frame.read().fromLeader()) {
                toFollowers += frame.linkBytes();
                toFollowersIp += ip;
                neighborIp += passed(frame, separate.get(i), variant.sharing());
            } else if (variant.pairHistory() && variant.sharing() == Sharing.ONE) {
                neighborIp += ip;
            }
        }
        return new CarriedBytes(toFollowers, toFollowersIp, border, borderIp, neighborIp);
    }

    /** Returns the IP bytes of a leader's frame, or for a relay of its content, on the link between the sidecars of the region. */
    private static double passed(Frame frame, Frame separate, Sharing sharing) {
        boolean isFirst = frame.read().follower() == 0;
        return switch (sharing) {
            case NONE -> 0;
            case CONFIRMED, EACH, ONE -> LinkBytes.ipBytes(frame.linkBytes());
            case SECOND -> isFirst ? LinkBytes.ipBytes(frame.linkBytes()) : 0;
            case RELAY -> isFirst ? 0 : LinkBytes.ipBytes(separate.linkBytes());
        };
    }
}
