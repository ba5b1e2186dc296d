/**
 * This member of the Raft group: {@link io.narrows.node.replica.Replica} is what the API sees of it, the rest brings it to SOFAJRaft.
 */
package io.narrows.node.replica;
