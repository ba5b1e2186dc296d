package io.narrows.node.vote;

/**
 * A member's term and its vote in it.
 *
 * @param term 0 before the first election
 * @param votedFor peer address; empty if it has not voted in the term
 */
public record Vote(long term, String votedFor) {
    /** The vote of a member that has seen no election. */
    public static final Vote NONE = new Vote(0, "");
}
