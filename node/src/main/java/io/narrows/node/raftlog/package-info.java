/** This member's Raft log on disk; docs/formats/raft-log.md describes the format and what recovery relies on. */
@NullMarked
package io.narrows.node.raftlog;

import org.jspecify.annotations.NullMarked;
