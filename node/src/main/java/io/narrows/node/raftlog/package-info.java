/** This member's Raft log on disk; docs/formats/raft-log.md describes the format and what recovery relies on. */
package io.narrows.node.raftlog;
