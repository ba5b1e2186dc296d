package io.narrows.estimate.tcp;

import java.time.Duration;

/**
 * Bounds of the memory for connections.
 *
 * @param connections the most that are tracked at once, open or recently closed; above it, the one whose last packet is
 *     oldest is forgotten, closed ones first
 * @param directionBytes the most bytes that wait behind a gap in one direction, with their overhead; above it, the gap is
 *     given up
 * @param totalBytes the same for all directions together; above it, the gaps of the direction with the latest packet are
 *     given up
 * @param idle how long a connection is remembered after its last packet, once one side has sent FIN or RST
 */
public record AssemblyLimits(int connections, long directionBytes, long totalBytes, Duration idle) {
    public static final AssemblyLimits DEFAULT = new AssemblyLimits(100_000, 4 << 20, 64 << 20, Duration.ofMinutes(10));

    public AssemblyLimits {
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: 1 or more)");
        }
    }
}
