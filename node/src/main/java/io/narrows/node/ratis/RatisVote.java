package io.narrows.node.ratis;

/**
 * The term of a member and its vote.
 *
 * @param votedFor peer address, empty when it has not voted in the term
 */
record RatisVote(long term, String votedFor) {}
