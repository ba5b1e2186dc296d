package io.narrows.node.raftlog;

import java.nio.ByteBuffer;

/** An entry as stored in a segment. */
record StoredEntry(LogRecord header, ByteBuffer data) {}
