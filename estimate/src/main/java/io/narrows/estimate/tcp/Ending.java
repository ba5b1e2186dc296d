package io.narrows.estimate.tcp;

/** The reason why a connection ended. */
public enum Ending {
    /** Both sides sent FIN, and everything before it was delivered or given up. */
    FINISHED,
    RESET,
    /** A new connection began with the same addresses and ports. */
    REPLACED,
    /** One side sent FIN, and no packet came for {@link AssemblyLimits#idle}. */
    IDLE,
    /** There were more than {@link AssemblyLimits#connections} others with later packets. */
    EVICTED,
    /** The capture ended before the connection. */
    CAPTURE_ENDED
}
