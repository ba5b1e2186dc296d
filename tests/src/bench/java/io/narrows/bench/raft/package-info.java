/** Raft cores compared on the store's own state machine, with three members in one process. */
package io.narrows.bench.raft;
