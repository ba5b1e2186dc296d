package io.narrows.proxy.memory;

/**
 * The division of the process's memory.
 *
 * <pre>
 *   Java heap     16 MiB  the idle process
 *                    1/2  of the rest: contexts and shared history
 *                    1/4  of the rest: links and the connections that they carry
 *                         the rest: garbage, and arrays that are kept for later contexts
 *   native memory contexts: the container's limit minus heap, direct memory and the JVM itself, at least 1/8 of it direct
 *   memory 3/4 queues 1/16 handshakes the rest: reads, writes and frames in progress
 *
 *   contexts         7/16 to send, 7/16 to receive, 1/16 shared history, 1/16 probes
 * </pre>
 *
 * Contexts are limited further by {@code link.context-memory}.
 *
 * @param contexts limit of contexts and shared history together, in bytes
 * @param heapContexts the part of it that may be on the Java heap, in bytes
 * @param links limit of links, in bytes
 * @param queues limit of queues, in bytes
 * @param handshakes limit of handshakes, in bytes
 */
public record MemoryLimits(long contexts, long heapContexts, long links, long queues, long handshakes) {
    /** Metaspace, compiled code, thread stacks, the collector, and a margin; the launcher reserves the same amount. */
    private static final long JVM_BYTES = 112L << 20;

    /** Live objects of a sidecar without links after its warm-up; 13 MB were measured. */
    static final long IDLE_HEAP_BYTES = 16L << 20;

    /** @param contextMemory {@code link.context-memory}, in bytes */
    public static MemoryLimits of(ProcessMemory memory, long contextMemory) {
        long heap = Math.max(memory.heap() - IDLE_HEAP_BYTES, memory.heap() / 2);
        long beside = memory.total() - memory.heap() - memory.direct() - JVM_BYTES;
        long outside = Math.max(beside, memory.total() / 8);
        long contexts = Math.min(contextMemory, heap / 2 + outside);
        return new MemoryLimits(
                contexts, Math.min(contexts, heap / 2), heap / 4, memory.direct() / 4 * 3, memory.direct() / 16);
    }

    /** Returns the limit of a pool, in bytes. */
    long of(Purpose purpose) {
        return part(purpose, contexts);
    }

    /** Returns the limit of a pool on the Java heap, in bytes. */
    long heapOf(Purpose purpose) {
        return part(purpose, heapContexts);
    }

    private long part(Purpose purpose, long ofContexts) {
        return switch (purpose) {
            case SENDING, RECEIVING -> ofContexts / 16 * 7;
            case HISTORY, PROBES -> ofContexts / 16;
            case LINKS -> links;
            case QUEUES -> queues;
            case HANDSHAKES -> handshakes;
        };
    }
}
