/** The Raft log of this member on disk; docs/formats/raft-log.md has the format and what recovery relies on. */
package io.narrows.node.raftlog;
