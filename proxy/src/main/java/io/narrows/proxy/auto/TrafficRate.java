package io.narrows.proxy.auto;

/** The rate of a link's app bytes, from its counter. Times are on the nano clock. Not thread-safe. */
final class TrafficRate {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The time after which a rate has faded to a third. */
    private static final double FADING_SECONDS = 10;

    private long bytes;
    private long at;
    private double latest;
    private double average;
    private boolean begun;

    /**
     * @param counted the counter when the rate begins
     * @param now when it begins
     */
    TrafficRate(long counted, long now) {
        this.bytes = counted;
        this.at = now;
    }

    /** Records the counter. */
    void read(long counted, long now) {
        double seconds = (now - at) / NANOS_PER_SECOND;
        if (seconds <= 0) {
            return;
        }
        latest = (counted - bytes) / seconds;
        average = begun ? average + (latest - average) * (1 - Math.exp(-seconds / FADING_SECONDS)) : latest;
        begun = true;
        bytes = counted;
        at = now;
    }

    /** Returns the bytes per second between the last two readings. */
    double latest() {
        return latest;
    }

    /** Returns the bytes per second of about the last {@value #FADING_SECONDS} seconds. */
    double average() {
        return average;
    }
}
