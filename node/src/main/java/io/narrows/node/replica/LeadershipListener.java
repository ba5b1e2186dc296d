package io.narrows.node.replica;

/** Is told who leads, and of what ends the member. It must not block. */
interface LeadershipListener {
    /** This member leads, and has applied all that was agreed on before. */
    void leads();

    /** Another member leads, or none. */
    void follows();

    /** Raft has other members now. */
    void configurationChanged();

    /** This member cannot go on: an entry cannot be applied, or the log not be written. */
    void failed(Throwable cause);
}
