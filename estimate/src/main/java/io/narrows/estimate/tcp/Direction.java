package io.narrows.estimate.tcp;

/** A direction of a connection. The client is the side that dialed. */
public enum Direction {
    FROM_CLIENT,
    FROM_SERVER;

    public Direction opposite() {
        return this == FROM_CLIENT ? FROM_SERVER : FROM_CLIENT;
    }
}
