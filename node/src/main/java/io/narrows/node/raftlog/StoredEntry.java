package io.narrows.node.raftlog;

import java.nio.ByteBuffer;

/** An entry as a segment has it. */
record StoredEntry(LogRecord header, ByteBuffer data) {}
