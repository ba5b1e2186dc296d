package io.narrows.estimate.tcp;

/**
 * A TCP connection of a capture.
 *
 * @param number counts the connections of a capture, from 1
 * @param client the side that dialed
 * @param opening how it begins in the capture; for {@link Opening#JOINED}, the sides are a guess
 */
public record Connection(long number, Endpoint client, Endpoint server, Opening opening) {
    /** Returns whether the connection began before the capture. */
    public boolean isJoined() {
        return opening == Opening.JOINED;
    }

    public Endpoint sender(Direction direction) {
        return direction == Direction.FROM_CLIENT ? client : server;
    }

    public Endpoint receiver(Direction direction) {
        return sender(direction.opposite());
    }
}
