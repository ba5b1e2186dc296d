package io.narrows.node.raftlog;

/**
 * The size of a log on disk.
 *
 * @param bytes size of all segments, including the zeros that are written ahead of the entries; 0 or more
 * @param segments number of segments, each a file; 0 if the log is closed
 */
public record LogSize(long bytes, int segments) {}
