package io.narrows.node.mvcc;

/** @param ttl seconds */
public record LeaseRecord(long id, long ttl) {}
