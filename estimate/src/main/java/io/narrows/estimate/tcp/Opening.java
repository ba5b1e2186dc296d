package io.narrows.estimate.tcp;

/** The first packet of a connection in the capture. */
public enum Opening {
    SYN,
    /** The answer to a SYN, which itself is not in the capture. */
    SYN_ACK,
    /**
     * Data: the connection was joined in the middle. Its beginning is not in the capture, so neither its class nor the
     * history of a codec is known. The end with the lower port is taken for the server, or the receiver of the first packet
     * if the ports are equal.
     */
    JOINED
}
