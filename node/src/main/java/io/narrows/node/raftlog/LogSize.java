package io.narrows.node.raftlog;

/**
 * The size of a log on disk.
 *
 * @param bytes of all segments, with zeros that are written ahead of the entries; 0 or more
 * @param segments number of files; 0 if the log is closed
 */
public record LogSize(long bytes, int segments) {}
