/** SOFAJRaft under the spike's harness: a log, a transport and a state machine of our own around its core. */
package io.narrows.bench.raft.jraft;
