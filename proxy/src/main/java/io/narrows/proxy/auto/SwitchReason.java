package io.narrows.proxy.auto;

/** The reason why a link changed from one candidate to another. */
public enum SwitchReason {
    /** The traffic was measured for the first time. */
    MEASURED("measured"),
    /** Another candidate has become better by more than the hysteresis. */
    BETTER("better"),
    /** The process was about to exceed its processor budget. */
    CPU("cpu"),
    /** The application wrote faster than the codec encoded. */
    QUEUE("queue"),
    /** The processors or the queue that the link gave way for have room again. */
    RECOVERED("recovered"),
    /** The candidate is no longer configured, or the peer no longer accepts it. */
    WITHDRAWN("withdrawn");

    private final String label;

    SwitchReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Returns whether the link gives way, so that it may not wait. */
    boolean isUrgent() {
        return this == CPU || this == QUEUE || this == WITHDRAWN;
    }
}
