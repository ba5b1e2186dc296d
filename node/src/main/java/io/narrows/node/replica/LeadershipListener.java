package io.narrows.node.replica;

/** A listener to leadership changes and fatal failures. It must not block. */
interface LeadershipListener {
    /** Called when this member leads and has applied everything committed before. */
    void leads();

    /** Called when this member does not lead, or no longer leads. */
    void follows();

    /** Called when Raft's members have changed. */
    void configurationChanged();

    /** Called when this member cannot continue: an entry cannot be applied, or the log cannot be written. */
    void failed(Throwable cause);
}
