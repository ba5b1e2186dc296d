package io.narrows.config;

/**
 * Marks of packets that the sidecar's sockets set and the rules of a transparent capture read. They avoid the bits of
 * kube-proxy (0x4000, 0x8000), Cilium (0x0f00), Calico and Tailscale (the upper half), and Istio's 0x539.
 */
public final class CaptureMarks {
    /** On connections that the sidecar makes for itself, which are never captured. */
    public static final int OWN = 0x3061;

    /** On packets that are delivered to this host whatever their destination, since a socket of the sidecar has it. */
    public static final int LOCAL = 0x3062;

    /** The routing table that these packets use, and the priority of its rule. */
    public static final int ROUTING_TABLE = 12386;

    private CaptureMarks() {}
}
