/**
 * This member of the Raft group: {@link io.narrows.node.replica.Replica} is its interface to the API; the rest implements it
 * with SOFAJRaft.
 */
@NullMarked
package io.narrows.node.replica;

import org.jspecify.annotations.NullMarked;
