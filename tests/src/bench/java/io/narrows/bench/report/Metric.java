package io.narrows.bench.report;

import java.util.Locale;

/** A figure of a run, under its name in JSON. */
public enum Metric {
    P50_US(0),
    P90_US(0),
    P99_US(0),
    P999_US(0),
    MAX_US(0),
    SECONDS(2),
    STORE_SECONDS(2),
    MB_PER_S(0),
    APP_BYTES(0),
    WIRE_FORWARD_BYTES(0),
    WIRE_BACK_BYTES(0),
    WIRE_RATIO(4),
    CPU_S(2),
    /** Processors busy with other work. */
    OTHER_LOAD(2),
    MISMATCHES(0),
    START_S(2),
    IDLE_MB(1),
    /** The part of the memory that is pages of files. */
    IDLE_FILES_MB(1),
    LINKS(0),
    KB_PER_LINK(1),
    KB_PER_USED_LINK(1),
    /** Maximum of the resident memory, more than before the links. */
    MOST_MORE_MB(1),
    /** Resident memory more than before the links, after they were opened and closed for the first time. */
    AFTER_FIRST_MORE_MB(1),
    AFTER_LAST_MORE_MB(1),
    /** The part of the links that dense compresses. */
    DENSE_LINKS(0),
    WITH_PASSING_MB(1),
    WITH_DENSE_MB(1),
    AFTER_MB(1),
    /** Frames that were sent as they are for lack of memory. */
    RAW_FRAMES(0),
    /** Collections that a sidecar asked for to return heap. */
    COLLECTIONS(0),
    /** Longest of these collections; absent without any. */
    LONGEST_STOP_MS(1),
    /** Heap in use after that collection, in MiB. */
    LIVE_MIB(0),
    HELD_BACK_AFTER_MB(1),
    STOPPED_READER_MB(1),
    COMPRESSED_AFTER_MS(0),
    /** Acknowledged operations of those that a load on stores is named after, as in the metrics per operation. */
    OPERATIONS_PER_S(0),
    P50_MS(2),
    P99_MS(1),
    SLOWEST_MS(1),
    STDDEV_MS(1),
    WRITE_P50_MS(2),
    WRITE_P99_MS(1),
    /** From the acknowledgment of a write to its event. */
    EVENT_P50_MS(2),
    EVENT_P99_MS(1),
    /** 1 if a check of etcd's passed, 0 if it failed. */
    PASSED(0),
    STORE_CPU_US_PER_OPERATION(0),
    STORE_CPU_S(1),
    SIDECAR_CPU_S(1),
    /** Processor time of the load generator. */
    CLIENT_CPU_S(1),
    /** Bytes that the stores passed to their sidecars. */
    PEER_BYTES_PER_OPERATION(0),
    WIRE_BYTES_PER_OPERATION(0),
    DISK_MB(0),
    /** Of the member with the most. */
    RESIDENT_MB(0),
    ELECTIONS(0),
    FILES_MB(0),
    /** Bytes that the stores passed to their sidecars. */
    SENT_MB(0),
    WIRE_MB(0),
    WIRE_TO_FILES(4),
    FOUND_S(2),
    LINKED_S(2),
    SERIES(0),
    SCRAPE_KB(0);

    private final int decimals;

    Metric(int decimals) {
        this.decimals = decimals;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Formats a value for tables; small values of integral units keep a decimal. */
    String text(double value) {
        int shown = decimals == 0 && value < 10 && value != Math.rint(value) ? 1 : decimals;
        return String.format(Locale.ROOT, "%." + shown + "f", value);
    }
}
